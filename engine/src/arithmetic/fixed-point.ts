/** Big integers in units of 2⁻³⁸⁴, for decisions that need more precision than doubles have. */

export const fractionBits = 384n;
export const one = 1n << fractionBits;
const half = one >> 1n;
/** 10⁻³⁰: by the specification, a value that is less than this below a half counts as the half. */
export const tieTolerance = one / 10n ** 30n;

export function toFixedPoint(integer: number): bigint {
  return BigInt(integer) << fractionBits;
}

export function multiply(x: bigint, y: bigint): bigint {
  return (x * y) >> fractionBits;
}

export function divide(x: bigint, y: bigint): bigint {
  return (x << fractionBits) / y;
}

export function power(base: bigint, exponent: number): bigint {
  let result = one;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/** Rounds half up with the tie tolerance. */
export function roundFixedPoint(value: bigint): number {
  return Number((value + half + tieTolerance) >> fractionBits);
}

/**
 * The root of x ≥ 1 by Newton's iteration from a double; for degrees up to 52. A step of size s leaves an error of at
 * most 25.5·s² (the curvature of yᵈ over twice its slope), so the last one, at most 2⁻¹⁹⁶, leaves less than a unit of
 * 2⁻³⁸⁴ whatever the start was worth.
 */
export function nthRoot(x: bigint, degree: number): bigint {
  const doubleBits = 52n;
  const start = Math.pow(Number(x >> (fractionBits - doubleBits)) / 2 ** 52, 1 / degree);
  let root = BigInt(Math.round(start * 2 ** 52)) << (fractionBits - doubleBits);
  let step: bigint;
  do {
    const slope = power(root, degree - 1);
    step = divide(multiply(slope, root) - x, BigInt(degree) * slope);
    root -= step;
  } while (step > 1n << 188n || -step > 1n << 188n);
  return root;
}
