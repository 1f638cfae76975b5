import type { BarFigure } from '#parts/calculator/result-bar.tsx';
import { localDate } from '#parts/calculator/local-date.ts';
import { searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { type ScenarioTerms, scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { formatAud } from '#parts/format/format.ts';
import { payOffMonth, payOffText } from './pay-off.ts';
import { ratesText, shortPaymentText, type Stretch, stretchesOf } from './payment-stretches.ts';
import type { LoanCalculator } from './use-loan-calculator.ts';
import { optionSentences } from '#parts/calculator/scenario/option-sentences.ts';
import { savedInterest } from './scenario/savings-figures.ts';
import type { ScenarioState } from './scenario/use-scenario-state.ts';

/** The loan whose figures the screen shows: the plain one, or the one with the options of WHAT IF. */
export function currentLoan(calculator: LoanCalculator, scenario: ScenarioState) {
  const { calculation } = calculator;
  const { answer } = scenario;
  if (scenario.isOpen && answer) {
    const { loan, options } = answer.terms;
    return {
      ...termsOf(answer.terms),
      result: answer.scenario,
      terms: loan,
      url: scenario.url,
      calculation: {
        kind: 'scenario' as const,
        input: scenarioOf(answer.terms),
        rates_from: scenario.ratesFromName || null,
      },
      sentences: optionSentences(options),
      fees: { upfront: Number(options.fees.upfront), per_period: Number(options.fees.per_period) },
      payOffDate: answer.scenario.payoff_date,
      ratesFrom: scenario.ratesFrom,
      answer,
    };
  }
  if (!calculation) return undefined;
  return {
    frequency: 'monthly' as const,
    basis: 'exact' as const,
    interestOnlyPeriods: 0,
    result: calculation.result,
    terms: calculation.terms,
    url: `?${searchOf(calculation.terms)}`,
    calculation: { kind: 'loan' as const, input: calculation.terms },
    sentences: [],
    fees: undefined,
    payOffDate: null,
    ratesFrom: undefined,
    answer: undefined,
  };
}

export type CurrentLoan = NonNullable<ReturnType<typeof currentLoan>>;

function termsOf({ options }: ScenarioTerms) {
  return {
    frequency: options.payment_frequency,
    basis: options.payment_basis,
    interestOnlyPeriods: Number(options.interest_only_periods),
  };
}

export const stretchesOfLoan = ({ result, interestOnlyPeriods }: CurrentLoan): Stretch[] =>
  stretchesOf(result.amortization_schedule, interestOnlyPeriods);

export function termsText({ result, terms, frequency }: CurrentLoan): string {
  const rows = result.amortization_schedule;
  const rates = ratesText(rows, Number(terms.annual_interest_rate));
  return `${rows.length} ${frequency} payments at ${rates}, compounding ${terms.compounding_frequency}.`;
}

/** When the loan is paid off: a text, and the month, counted from today without a start date. */
export function payOffOf({ result, frequency, payOffDate: date }: CurrentLoan) {
  const payments = result.amortization_schedule.length;
  const today = localDate(new Date());
  return {
    text: payOffText({ payments, frequency, date }),
    month: payOffMonth({ payments, frequency, date, today }),
  };
}

/** For the bar of narrow screens. */
export function barFigures(loan: CurrentLoan): BarFigure[] {
  const saved = loan.answer && savedInterest(loan.answer);
  return [
    ['Payment', shortPaymentText(stretchesOfLoan(loan))],
    ...(saved === undefined
      ? []
      : [[saved < 0 ? 'More interest' : 'Saved', formatAud(Math.abs(saved))] as const]),
    ['Paid off', payOffOf(loan).month],
  ];
}
