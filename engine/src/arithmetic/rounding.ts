/** The value rounded half up, or NaN if the error does not allow a decision. */
export function tryRound(value: number, relativeError: number): number {
  const shifted = value + 0.5;
  const rounded = Math.floor(shifted);
  const rest = shifted - rounded;
  const error = shifted * relativeError;
  return rest > error && rest < 1 - error ? rounded : NaN;
}

/** The value rounded half up. Calls `exact` if the error does not allow a decision. */
export function roundHalfUp(value: number, relativeError: number, exact: () => number): number {
  const rounded = tryRound(value, relativeError);
  return Number.isNaN(rounded) ? exact() : rounded;
}

/** Divides integers. The remainder is exact, whereas the quotient would be rounded. */
export function divideHalfUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (2 * rest >= denominator ? 1 : 0);
}

/** Divides non-negative big integers. */
export const divideExactlyHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** The percentage part/whole, rounded to 2 decimals. */
export function percentOf(partCents: number, wholeCents: number): number {
  const hundredths = roundHalfUp((partCents / wholeCents) * 1e4, 2 ** -47, () =>
    divideExactlyHalfUp(BigInt(partCents) * 10_000n, BigInt(wholeCents)),
  );
  return hundredths / 100;
}
