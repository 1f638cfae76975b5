import { setImmediate } from 'node:timers/promises';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import type { SolveBody } from 'contract/scenarios/scenarios.ts';
import { atMost, periodsOf } from 'contract/scenarios/scenario-fields.ts';
import type { z } from 'zod';
import { aud } from '#domain/finance/written-amounts.ts';
import { validationFailed } from '#errors.ts';
import { borrowingPowerCents, largestRepaymentCents } from '#domain/finance/engine/borrowing-power.ts';
import { solveDeposit } from '#domain/finance/engine/savings.ts';
import { solveExtraPayment, withExtraPayment } from '#domain/finance/engine/solve-extra-payment.ts';
import { scenarioTerms } from './scenario-terms.ts';
import { scenarioOfTerms } from './scenario.service.ts';

type SolveRequest = z.output<typeof SolveBody>;
type SolveFor<Kind extends SolveRequest['solve_for']> = Extract<SolveRequest, { solve_for: Kind }>;

/** The result as JSON text. */
export async function solutionJson(request: SolveRequest): Promise<string> {
  switch (request.solve_for) {
    case 'extra_payment':
      return extraPaymentJson(request);
    case 'total_loan_amount':
      return `{"amount":${aud(loanAmountCents(request))}}`;
    case 'deposit':
      return `{"amount":${aud(depositCents(request))}}`;
  }
}

async function extraPaymentJson({ scenario, target_periods }: SolveFor<'extra_payment'>): Promise<string> {
  const terms = scenarioTerms(scenario);
  const amountCents = solveExtraPayment(terms, target_periods);
  await setImmediate();
  const solved = await scenarioOfTerms(withExtraPayment(terms, amountCents, periodsOf(scenario)));
  return `{"amount":${aud(amountCents)},"scenario":${solved}}`;
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
    throw validationFailed({ payment_per_period: [atMost(largestCents / 100)] });
  }
  return Number(amountCents);
}

function depositCents(request: SolveFor<'deposit'>): number {
  return solveDeposit(
    {
      openingCents: request.opening_balance,
      months: request.duration_months,
      annualRateMillionths: request.annual_interest_rate,
    },
    request.target_amount,
  );
}
