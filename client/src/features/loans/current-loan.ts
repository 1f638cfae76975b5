import { count } from 'contract/counts.ts';
import type { BarFigure } from '#parts/calculator/result-bar.tsx';
import { extraOfFirstPayment } from 'contract/scenarios/extra-periods.ts';
import { paymentTexts } from 'contract/scenarios/frequency-texts.ts';
import { optionSentences } from '#parts/calculator/scenario/option-contents.ts';
import { scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import type { CalculatorOutput } from '#parts/calculator/use-calculation.ts';
import { formatAud } from '#parts/format/format.ts';
import type { LoanOutcome } from './loan-calculation.ts';
import { type LoanTerms, scenarioTermsOf } from './loan-terms.ts';
import { payOffMonth, payOffText } from './pay-off.ts';
import { paymentText, ratesText, shortPaymentText, type Stretch, stretchesOf } from './payment-stretches.ts';
import { rowFees } from './scenario/row-fees.ts';
import type { RatesFrom } from './scenario/rates-from.ts';
import { savedInterest } from './scenario/savings-figures.ts';

/** The loan whose figures the screen shows. Without WHAT IF its options are empty. */
export function currentLoan(
  { terms, link, result: { result, answer } }: CalculatorOutput<LoanTerms, LoanOutcome>,
  ratesFrom: RatesFrom | null | undefined,
) {
  const { loan } = scenarioTermsOf(terms);
  return {
    frequency: terms.payment_frequency,
    basis: terms.payment_basis,
    interestOnlyPeriods: Number(terms.interest_only_periods),
    result,
    terms: loan,
    link,
    calculation: answer
      ? {
          kind: 'scenario' as const,
          input: scenarioOf(answer.terms),
          rates_from: (ratesFrom !== null && terms.rates_from) || null,
        }
      : { kind: 'loan' as const, input: { ...loan } },
    sentences: optionSentences(terms),
    fees: rowFees(terms, result.amortization_schedule.length),
    payOffDate: answer?.scenario.payoff_date ?? null,
    ratesFrom,
    answer,
  };
}

export type CurrentLoan = ReturnType<typeof currentLoan>;

export const stretchesOfLoan = ({ result, interestOnlyPeriods }: CurrentLoan): Stretch[] =>
  stretchesOf(result.amortization_schedule, interestOnlyPeriods);

export function termsText({ result, terms, frequency }: CurrentLoan): string {
  const rows = result.amortization_schedule;
  const rates = ratesText(rows, Number(terms.annual_interest_rate));
  return `${count(rows.length, `${frequency} payment`)} at ${rates}, compounding ${terms.compounding_frequency}.`;
}

/** When the loan is paid off: a text, and the month, counted from today without a start date. */
export function payOffOf({ result, frequency, payOffDate: date }: CurrentLoan, today: string) {
  const payOff = { payments: result.amortization_schedule.length, frequency, date, today };
  return { text: payOffText(payOff), month: payOffMonth(payOff) };
}

/** The extra repayment with the first payment. */
export const extraOf = ({ answer }: CurrentLoan): number =>
  answer ? extraOfFirstPayment(answer.terms.options) : 0;

/** Two figures for the bar of narrow screens. */
export function barFigures(loan: CurrentLoan, today: string): BarFigure[] {
  const saved = loan.answer && savedInterest(loan.answer);
  const extra = extraOf(loan);
  return [
    extra > 0
      ? ['You pay', formatAud(loan.result.calculated_monthly_payment + extra)]
      : ['Payment', shortPaymentText(stretchesOfLoan(loan))],
    saved === undefined
      ? ['Paid off', payOffOf(loan, today).month]
      : [saved < 0 ? 'More interest' : 'Saved', formatAud(Math.abs(saved))],
  ];
}

export function announcementOf(loan: CurrentLoan): string {
  const payment = `${paymentTexts[loan.frequency]} payment ${paymentText(stretchesOfLoan(loan))}`;
  return `${payment}, total interest ${formatAud(loan.result.total_interest_paid)}.`;
}
