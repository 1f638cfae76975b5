/**
 * The version of the calculation rules. It increases when the same request may produce another figure. A corrected
 * statutory figure is data and does not increase it.
 */
export const calculationMethod = 1;

/** The header of every response with calculated figures. */
export const calculationMethodHeader = 'x-calculation-method';

/** The version of the rules with which figures were calculated, and the day. */
export interface MethodRecord {
  method: number;
  /** As YYYY-MM-DD: in UTC for a saved calculation, in the reader's time zone for links, files and prints. */
  on: string;
}
