/**
 * The version of the calculation rules. It increases when the same request may produce another figure. A corrected
 * statutory figure is data and does not increase it.
 */
export const calculationMethod = 1;

/** The header of every response with calculated figures. */
export const calculationMethodHeader = 'x-calculation-method';

/** The version of the rules and the day (UTC) with which figures were calculated. */
export interface MethodRecord {
  method: number;
  /** The day as YYYY-MM-DD. */
  on: string;
}
