/**
 * The number of the engine's rules. It rises when the same request may give another figure; a corrected figure of the
 * law is data and does not raise it.
 */
export const calculationMethod = 1;

/** Of every answer of a calculation. */
export const calculationMethodHeader = 'x-calculation-method';

/** By which rules and on which day (UTC) figures were computed. */
export interface MethodRecord {
  method: number;
  /** YYYY-MM-DD. */
  on: string;
}
