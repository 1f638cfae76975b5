import { formatNumber } from './formats.ts';

/** The noun after a number: `payment` after 1, and `payments` after any other. */
export const nounAfter = (number: number, one: string, many = `${one}s`): string =>
  number === 1 ? one : many;

/** A number with its noun: `1 payment`, `1,200 payments`, `2 entries`. */
export const count = (number: number, one: string, many?: string): string =>
  `${formatNumber(number)} ${nounAfter(number, one, many)}`;
