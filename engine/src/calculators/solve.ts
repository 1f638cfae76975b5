import { loanLimits } from 'contract/loans/loans.constants.ts';
import { atMost, periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { SolveBody, SolveResult } from 'contract/scenarios/scenarios.ts';
import { Refusal } from 'engine/refusal.ts';
import { finish, type Slices } from 'engine/slices.ts';
import { borrowingPowerCents, largestRepaymentCents } from './borrowing-power.ts';
import { solveDeposit } from './savings-schedule.ts';
import { resultOfTerms, termsWithoutExtraPayments } from './scenario.ts';
import { solveExtraPayment, withExtraPayment } from './solve-extra-payment.ts';

type SolveFor<Kind extends SolveBody['solve_for']> = Extract<SolveBody, { solve_for: Kind }>;

/** Throws a `Refusal`. */
export function* solveResult(request: SolveBody): Slices<SolveResult> {
  switch (request.solve_for) {
    case 'extra_payment':
      return yield* extraPaymentResult(request);
    case 'total_loan_amount':
      return { amount: loanAmountCents(request) / 100 };
    case 'deposit':
      return { amount: depositCents(request) / 100 };
  }
}

function* extraPaymentResult({ scenario, target_periods }: SolveFor<'extra_payment'>): Slices<SolveResult> {
  const terms = termsWithoutExtraPayments(scenario);
  const amountCents = yield* solveExtraPayment(terms, target_periods);
  const solved = resultOfTerms(withExtraPayment(terms, amountCents, periodsOf(scenario)));
  return { amount: amountCents / 100, scenario: solved };
}

function loanAmountCents(request: SolveFor<'total_loan_amount'>): number {
  const terms = {
    repaymentCents: request.payment_per_period - request.fee_per_period,
    durationMonths: request.duration_months,
    annualRateMillionths: request.annual_interest_rate,
    compounding: request.compounding_frequency,
    paymentFrequency: request.payment_frequency,
  };
  const amountCents = borrowingPowerCents(terms);
  const mostCents = loanLimits.maxAmount * 100;
  if (amountCents > BigInt(mostCents)) {
    const largestCents = largestRepaymentCents(terms, mostCents) + request.fee_per_period;
    throw new Refusal({ payment_per_period: [atMost(largestCents / 100)] });
  }
  return Number(amountCents);
}

const depositCents = (request: SolveFor<'deposit'>): number =>
  finish(
    solveDeposit(
      {
        openingCents: request.opening_balance,
        months: request.duration_months,
        annualRateMillionths: request.annual_interest_rate,
      },
      request.target_amount,
    ),
  );
