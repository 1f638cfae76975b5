import { loanLimits } from 'contract/loans/loans.constants.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { StressedLoan } from 'contract/scenarios/scenarios.ts';
import { compoundingOf } from '#parts/command-line/common-options.ts';
import { call } from '#session/call.ts';
import { type BorrowingTerms, frequencyOf } from './borrowing-terms.ts';

/** Percentage points added to the rate. */
const addedRates = [2, 3];

export interface BorrowingPower {
  amount: number;
  /** The payment on the amount; up to one cent below the payment entered. */
  payment: number;
  totalInterest: number;
  /** Empty if nothing can be borrowed. */
  stressed: StressedLoan[];
}

export function useBorrowingPower(terms: BorrowingTerms | null) {
  return useQuery({
    queryKey: ['borrowingPower', terms],
    queryFn: terms ? ({ signal }) => borrowingPowerOf(terms, signal) : skipToken,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

async function borrowingPowerOf(terms: BorrowingTerms, signal: AbortSignal): Promise<BorrowingPower> {
  const { payment_per_period, fee_per_period, duration_months, annual_interest_rate } = terms;
  const payment_frequency = frequencyOf(terms);
  const rate = {
    duration_months,
    annual_interest_rate,
    compounding_frequency: compoundingOf(terms.compounding_frequency),
  };
  const solved = await call('solveLoan', {
    body: {
      solve_for: 'total_loan_amount',
      ...rate,
      payment_frequency,
      payment_per_period,
      fee_per_period: fee_per_period === '' ? null : fee_per_period,
    },
    signal,
  });
  const { amount } = solved.data;
  if (amount < loanLimits.minAmount) return { amount, payment: 0, totalInterest: 0, stressed: [] };
  const scenario = { ...rate, payment_frequency, total_loan_amount: amount };
  const [loan, stress] = await Promise.all([
    call('calculateScenario', { body: scenario, signal }),
    call('stressScenario', { body: { scenario, added_rates: addedRates }, signal }),
  ]);
  return {
    amount,
    payment: loan.data.payment,
    totalInterest: loan.data.total_interest_paid,
    stressed: stress.data,
  };
}
