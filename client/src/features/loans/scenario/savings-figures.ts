import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { FigureEntry } from '#parts/calculator/figures.tsx';
import { hasOptions } from '#parts/calculator/scenario/scenario-inputs.ts';
import { formatAud, formatDuration, formatShare } from '#parts/format/format.ts';
import { monthsOf } from '../pay-off.ts';
import type { ScenarioAnswer } from '../loan-calculation.ts';

/** Negative if the options cost more interest; undefined without options. */
export function savedInterest({ scenario, plain, terms }: ScenarioAnswer): number | undefined {
  if (!hasOptions(terms.options)) return undefined;
  return difference(plain.total_interest_paid, scenario.total_interest_paid);
}

/** What the options save in interest; none without options. */
export function savingFigure(answer: ScenarioAnswer): FigureEntry[] {
  const interest = savedInterest(answer);
  if (interest === undefined) return [];
  const { extra_payments, ...others } = answer.terms.options;
  const hasOthers = hasOptions({ ...others, extra_payments: [], start_date: '' });
  const against = `Interest, against no ${hasOthers || extra_payments.length === 0 ? 'options' : 'extra'}`;
  return [[interest < 0 ? 'More interest' : 'Saved', formatAud(Math.abs(interest)), against]];
}

/** Such as `9 years 4 months sooner`; undefined if the options do not change the duration. */
export function savedTime({ scenario, plain, terms }: ScenarioAnswer): string | undefined {
  const months = monthsOf(scenario.payoff_period, periodsPerYear[terms.options.payment_frequency]);
  const saved = plain.payoff_period - months;
  if (saved === 0) return undefined;
  return `${formatDuration(Math.abs(saved))} ${saved < 0 ? 'later' : 'sooner'}`;
}

export function costFigures({ scenario, plain }: ScenarioAnswer): FigureEntry[] {
  const { total_fees, comparison_rate_percent: comparisonRate } = scenario;
  const savedCost = difference(plain.total_cost, scenario.total_cost);
  return [
    [savedCost < 0 ? 'Costs more in all' : 'Costs less in all', formatAud(Math.abs(savedCost))],
    ['Fees', formatAud(total_fees)],
    ['Comparison rate', comparisonRate === null ? 'none' : formatShare(comparisonRate)],
  ];
}

/** The exact difference, computed in whole cents. */
export function difference(from: number, what: number): number {
  return (Math.round(100 * from) - Math.round(100 * what)) / 100;
}
