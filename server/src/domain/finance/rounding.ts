/** The value rounded half up, or NaN where its error leaves that open. */
export function tryRound(value: number, relativeError: number): number {
  const shifted = value + 0.5;
  const rounded = Math.floor(shifted);
  const rest = shifted - rounded;
  const error = shifted * relativeError;
  return rest > error && rest < 1 - error ? rounded : NaN;
}

/** The value rounded half up; `exact` decides what its error leaves open. */
export function roundHalfUp(value: number, relativeError: number, exact: () => number): number {
  const rounded = tryRound(value, relativeError);
  return Number.isNaN(rounded) ? exact() : rounded;
}

/** Of integers: the remainder is exact where the quotient would be rounded. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (2 * rest >= denominator ? 1 : 0);
}

/** The same of big integers, none of them negative. */
export const divideExactlyHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** part/whole in percent, rounded to 2 decimals. */
export function percentOf(partCents: number, wholeCents: number): number {
  const hundredths = roundHalfUp((partCents / wholeCents) * 1e4, 2 ** -47, () =>
    divideExactlyHalfUp(BigInt(partCents) * 10_000n, BigInt(wholeCents)),
  );
  return hundredths / 100;
}
