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

const decimalDigit = /\p{Decimal_Number}/u;

/**
 * The value of a decimal digit of any script. Unicode encodes the ten digits of a script one after the other, from zero.
 */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (decimalDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/** The code as typed, with spaces and in the digits of any script. Null unless it has six digits. */
function readCode(typed: string): string | null {
  const digits = Array.from(typed.normalize('NFKC').replaceAll(/\s/g, ''));
  const isCode = digits.length === totpDigits && digits.every((digit) => decimalDigit.test(digit));
  return isCode ? digits.map(digitValue).join('') : null;
}

/** Null for a wrong code. */
export function stepOfCode(
  keys: Keys,
  { id, sealed_secret }: { id: string; sealed_secret: Uint8Array | null },
  code: string,
  now: Date,
): number | null {
  const token = readCode(code);
  const bytes = token && sealed_secret && unseal(verifyingKeys(keys, 'totpSecret'), sealed_secret, id);
  if (!bytes) return null;
  const totp = totpOf(new Secret({ buffer: Uint8Array.from(bytes).buffer }), '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: totpWindowSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
