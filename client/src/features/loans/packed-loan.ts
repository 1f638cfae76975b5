import type { LoanResult } from 'contract/loans/loans.ts';
import type { CalculatorOutput } from '#parts/calculator/use-calculation.ts';
import { changesOf } from '#parts/page/changes-of.ts';
import type { LoanOutcome, LoanTerms } from './loan-terms.ts';

export type LoanOutput = CalculatorOutput<LoanTerms, LoanOutcome>;

/** A loan as a page of the server has it. Its rows would be half of what the page weighs. */
export interface PackedLoan extends Omit<LoanOutput, 'result'> {
  result: {
    figures: Omit<LoanResult, 'amortization_schedule'>;
    /** In cents, by row. */
    payments: readonly number[];
    /** In cents, the changes of the changes of the interest by row, which are the smallest numbers. */
    interest: readonly number[];
  };
}

const toCents = (amount: number) => Math.round(amount * 100);

/** Leaves a loan with options as it is, and one whose rows do not follow from their payments and interest. */
export function packLoan(output: LoanOutput): LoanOutput | PackedLoan {
  if (output.result.answer) return output;
  const { amortization_schedule: rows, ...figures } = output.result.result;
  const interest = rows.map(({ interest_paid }) => toCents(interest_paid));
  const packed: PackedLoan = {
    ...output,
    result: {
      figures,
      payments: rows.map(({ payment_amount }) => toCents(payment_amount)),
      interest: changesOf(changesOf(interest)),
    },
  };
  const { result } = unpackLoan(packed).result;
  return JSON.stringify(result.amortization_schedule) === JSON.stringify(rows) ? packed : output;
}

export function unpackLoan(stored: LoanOutput | PackedLoan): LoanOutput {
  const { result } = stored;
  if (!('figures' in result)) return { ...stored, result };
  const { figures, payments, interest: changes } = result;
  let [change, interest, balance] = [0, 0, toCents(figures.input_total_loan_amount)];
  const rows = payments.map((payment, index) => {
    change += changes[index] ?? 0;
    interest += change;
    balance -= payment - interest;
    return {
      period: index + 1,
      payment_amount: payment / 100,
      principal_paid: (payment - interest) / 100,
      interest_paid: interest / 100,
      remaining_balance: balance / 100,
    };
  });
  return { ...stored, result: { result: { ...figures, amortization_schedule: rows } } };
}
