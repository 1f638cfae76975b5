import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  type PasskeyAssertion,
  type PasskeyAttestation,
} from 'contract/second-factors/passkeys.ts';
import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { site } from 'contract/texts.ts';
import { parse as parseUuid } from 'uuid';

export interface RelyingParty {
  id: string;
  origin: string;
}

/** Null on an IP address, which cannot be a relying party (Web Authentication Level 3, 5.1.2). */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null;
}

const challengeBytes = 32;
const timeout = secondFactorLimits.tokenSeconds * 1_000;

export const newChallenge = (): string => randomBytes(challengeBytes).toString('base64url');

/** Loaded at the first passkey, because its certificate parsers would cost time and memory at every start. */
const webAuthn = () => import('@simplewebauthn/server');

const bytesOf = (challenge: string) => Uint8Array.from(Buffer.from(challenge, 'base64url'));

interface KnownPasskey {
  id: string;
  transports: string[];
}

/** Without `allowCredentials`, the passkey of any user is accepted. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  allowCredentials?: KnownPasskey[],
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  });
  // Drops members that are undefined.
  return PasskeyRequestOptions.parse(JSON.parse(JSON.stringify(options)));
}

export async function creationOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  user: { id: string; username: string },
  excludeCredentials: KnownPasskey[],
): Promise<PasskeyCreationOptions> {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID,
    userName: user.username,
    userDisplayName: user.username,
    userID: Uint8Array.from(parseUuid(user.id)),
    challenge: bytesOf(challenge),
    timeout,
    excludeCredentials,
    // Discoverable, so that signing in needs no username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return PasskeyCreationOptions.parse(options);
}

/** Resolves to the new counter, or null for a wrong assertion. */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  challenge: string,
  response: PasskeyAssertion,
  credential: WebAuthnCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * Null for a wrong attestation, and for every format except `none`, which the options request. To verify
 * the other formats, the library requests URLs that are in the sender's certificates.
 */
export async function verifyAttestation(
  { id, origin }: RelyingParty,
  challenge: string,
  { response, ...attestation }: PasskeyAttestation,
): Promise<WebAuthnCredential | null> {
  const { transports = [], ...signed } = response;
  const { verifyRegistrationResponse } = await webAuthn();
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const attestationObject = decodeAttestationObject(isoBase64URL.toBuffer(signed.attestationObject));
    if (attestationObject.get('fmt') !== 'none') return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response: { ...signed, transports }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    return null;
  }
}
