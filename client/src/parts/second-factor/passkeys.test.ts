import { expect, test } from 'vitest';
import { passkeyFailure } from './passkeys.ts';

test.each([
  ['InvalidStateError', /has a passkey for your account already/],
  ['NotAllowedError', /^No passkey was used/],
  ['AbortError', /^No passkey was used/],
  ['NotSupportedError', /cannot be used as a passkey here/],
  ['ConstraintError', /cannot be used as a passkey here/],
  ['SecurityError', /cannot be used as a passkey here/],
])('replaces the browser’s message of %s', (name, message) => {
  expect(passkeyFailure(new DOMException('message of the browser', name))).toMatch(message);
});
