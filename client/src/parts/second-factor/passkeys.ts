import type { PasskeyCreationOptions, PasskeyRequestOptions } from 'contract/passkeys.ts';

/** Loaded when it is needed: most visitors have no passkey. */
const load = () => import('@simplewebauthn/browser');

/** Neither without the browser's support nor on an IP address, for which no passkey can be made. */
export function arePasskeysOffered(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return 'PublicKeyCredential' in window && !isAddress;
}

/** Asks for a passkey with the browser's own dialog. Throws what `passkeyFailure` puts into words. */
export async function showPasskey(optionsJSON: PasskeyRequestOptions) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON });
}

/** Offers passkeys in the suggestions of the field with `autocomplete="… webauthn"`, until one is chosen. */
export async function suggestPasskeys(optionsJSON: PasskeyRequestOptions) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

export async function canSuggestPasskeys(): Promise<boolean> {
  return arePasskeysOffered() && (await load()).browserSupportsWebAuthnAutofill();
}

export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

export async function makePasskey(optionsJSON: PasskeyCreationOptions) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON });
}

/** For the user; the browser's own words are for developers. Undefined for a failure that is not the passkey's. */
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
