import type { PasskeyRequestOptions } from 'contract/second-factors/passkeys.ts';

/** Loaded on demand, because most visitors have no passkey. */
export const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Passkeys need the browser's support and a host name instead of an IP address. */
export function arePasskeysAvailable(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return 'PublicKeyCredential' in window && !isIpAddress;
}

/** Asks the browser for a passkey. `passkeyFailure` describes the errors. */
export async function requestPasskey(optionsJSON: PasskeyRequestOptions) {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON });
}

/** A message that replaces the browser's for passkey errors; undefined for other errors. */
export function passkeyFailure(error: Error): string | undefined {
  switch (error.name) {
    case 'InvalidStateError':
      return 'This device has a passkey for your account already.';
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used. Try again, or choose another way.';
    case 'NotSupportedError':
    case 'ConstraintError':
    case 'SecurityError':
      return 'This device cannot be used as a passkey here.';
    default:
      return undefined;
  }
}
