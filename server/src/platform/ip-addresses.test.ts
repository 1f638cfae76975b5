import { describe, expect, it } from 'vitest';
import {
  forwardedIpAddress,
  ipAddressGroup,
  ipAddressRange,
  isInNetworks,
  isNetwork,
  networkGroup,
  normalizeIpAddress,
} from './ip-addresses.ts';

describe('an IP address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['localhost', 'localhost'],
    ['', ''],
  ])('“%s” is stored as “%s”', (ipAddress, stored) => {
    expect(normalizeIpAddress(ipAddress)).toBe(stored);
  });

  it('counts in its network without its zone', () => {
    expect(ipAddressGroup('fe80::1%eth0', networkGroup)).toBe('fe80::/48');
    expect(ipAddressGroup('::ffff:192.0.2.7', networkGroup)).toBe('192.0.2.0/24');
  });
});

describe('an entry of X-Forwarded-For', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4444', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4444', '2001:db8::7'],
    ['[fe80::1%eth0]:4444', 'fe80::1'],
    ['fe80::1%25eth0', 'fe80::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:4444', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
  ])('“%s” is %s', (entry, ipAddress) => {
    expect(forwardedIpAddress(entry)).toBe(ipAddress);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2',
    '192.0.2.7:',
    '192.0.2.7:x',
    '[192.0.2.7',
    '2001:db8::7]',
    '[]:80',
    '10',
    '0x7f.1',
  ])('“%s” is no IP address', (entry) => {
    expect(forwardedIpAddress(entry)).toBeUndefined();
  });
});

describe('a network', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255'],
    ['::ffff:127.0.0.0/104', '127.0.0.0', '127.255.255.255'],
    ['::ffff:192.0.2.7/128', '192.0.2.7', '192.0.2.7'],
    ['::ffff:0:0/96', '0.0.0.0', '255.255.255.255'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::1%eth0/64', 'fe80::', 'fe80::ffff:ffff:ffff:ffff'],
    ['fe80::1%eth0', 'fe80::1', 'fe80::1'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ])('%s is from %s to %s', (network, first, last) => {
    expect(ipAddressRange(network)).toEqual({ first, last });
  });

  it.each([
    '10/8',
    '10.1',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/129',
    'loopback',
  ])('“%s” is none', (text) => {
    expect(isNetwork(text)).toBe(false);
  });

  it.each<[string, string[], string[]]>([
    ['10.0.0.0/8', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.0.0.1', '::1', 'fe80::1']],
    ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.0.0.1', '::1']],
    ['192.0.2.7', ['192.0.2.7'], ['192.0.2.8']],
    ['fe80::/10', ['fe80::1', 'fe80::1%eth0'], ['fec0::1', '10.0.0.1']],
    ['::/0', ['2001:db8::7', '10.0.0.1'], []],
  ])('%s contains its IP addresses alone', (network, inside, outside) => {
    const isInNetwork = isInNetworks(['203.0.113.0/24', network]);
    expect(inside.filter((ipAddress) => !isInNetwork(ipAddress))).toEqual([]);
    expect(outside.filter((ipAddress) => isInNetwork(ipAddress))).toEqual([]);
    expect(['', 'unknown'].some((text) => isInNetwork(text))).toBe(false);
  });
});
