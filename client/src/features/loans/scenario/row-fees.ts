import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { type Fees, feesCentsAt } from 'engine/schedules/fees.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';

/** The fees of a loan in dollars. */
export interface RowFees {
  /** Paid when the loan is drawn. */
  upfront: number;
  /** Paid with each payment, in order. */
  rows: readonly number[];
}

export const noRowFees: RowFees = { upfront: 0, rows: [] };

/** @param length the number of payments. */
export function rowFees({ fees, payment_frequency }: ScenarioInputs, length: number): RowFees {
  const cents: Fees = {
    upfrontCents: centsOf(fees.upfront),
    perPeriodCents: centsOf(fees.per_period),
    perYearCents: centsOf(fees.per_year),
  };
  const payments = { length, periodsPerYear: periodsPerYear[payment_frequency] };
  return {
    upfront: cents.upfrontCents / 100,
    rows: Array.from({ length }, (_, index) => feesCentsAt(cents, payments, index + 1) / 100),
  };
}

const centsOf = (text: string) => Math.round(100 * Number(text));
