import { Fraction } from 'fraction.js';

/** The exact value of the shortest decimal text of a number. */
export function fractionOf(value: number): Fraction {
  const text = String(value);
  if (!text.includes('e')) return new Fraction(text);
  const [digits = '', exponent = ''] = text.split('e');
  return new Fraction(digits).mul(new Fraction(10).pow(Number(exponent)) ?? 0);
}

/** Halves are rounded away from zero. */
export function rounded({ s, n, d }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals);
  const units = (2n * n * scale + d) / (2n * d);
  return new Fraction(s * units, scale);
}

export const bitsOf = (value: bigint): number => 4 * value.toString(16).length;

/** The middle of two numbers as long as an answer has fewer digits. */
const significantDigits = 200;

/** The nearest number. The package's own conversion divides two numbers, which are infinite for long fractions. */
export function numberOf({ s, n, d }: Fraction): number {
  const places = significantDigits + d.toString().length - n.toString().length;
  const [top, bottom] = places >= 0 ? [n * 10n ** BigInt(places), d] : [n, d * 10n ** BigInt(-places)];
  // One more digit stands for those that are cut off.
  const rest = top % bottom === 0n ? '0' : '1';
  return Number(`${s < 0n ? '-' : ''}${top / bottom}${rest}e${-places - 1}`);
}
