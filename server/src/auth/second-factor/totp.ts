import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { site } from 'contract/texts.ts';
import { Secret, TOTP } from 'otpauth';
import { type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { seal, unseal } from '#auth/keys/sealing.ts';

const { totpDigits, totpStepSeconds, totpWindowSteps } = secondFactorLimits;

/** RFC 4226, section 4: 160 bits. */
const secretBytes = 20;

export const newSecret = (): Secret => new Secret({ size: secretBytes });

/** RFC 6238, with the parameters that every authenticator app supports. */
export function totpOf(secret: Secret, username: string): TOTP {
  return new TOTP({
    issuer: site.name,
    label: username,
    secret,
    algorithm: 'SHA1',
    digits: totpDigits,
    period: totpStepSeconds,
  });
}

export function sealSecret({ totpSecret }: Keys, factorId: string, secret: Secret): Buffer {
  return seal(totpSecret, Buffer.from(secret.bytes), factorId);
}

/** Null for a wrong code. */
export function stepOfCode(
  keys: Keys,
  { id, sealed_secret }: { id: string; sealed_secret: Uint8Array | null },
  code: string,
  now: Date,
): number | null {
  const bytes = sealed_secret && unseal(verifyingKeys(keys, 'totpSecret'), sealed_secret, id);
  if (!bytes) return null;
  const totp = totpOf(new Secret({ buffer: Uint8Array.from(bytes).buffer }), '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: totpWindowSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
