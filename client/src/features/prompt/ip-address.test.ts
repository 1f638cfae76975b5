import { expect, test } from 'vitest';
import { isIpAddress } from './destinations.queries.ts';

test.each(['192.0.2.1', '0.0.0.0', '255.255.255.255', '192.0.2.0/24', '2001:db8::1', '::1', '2001:db8::/32'])(
  '%s is an IP address or a network',
  (text) => expect(isIpAddress(text)).toBe(true),
);

test.each([
  '999.1.1.1',
  '256.0.0.1',
  '1.2.3',
  '1.2.3.4.5',
  '192.0.2.0/33',
  '2001:db8::1::2',
  ':',
  '2001:db8::/129',
])('%s is none', (text) => expect(isIpAddress(text)).toBe(false));
