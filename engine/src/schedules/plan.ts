/** What the terms of a scenario determine before the first payment: rows, rates, level payments and dates. */
import { periodCount, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { type DueDates, dueDates } from './due-dates.ts';
import { type Annuity, annuityOf } from './level-payment.ts';
import { once, type Rate, rateOf } from './rates.ts';
import type { ScenarioTerms } from './scenario-terms.ts';

/** Rows at one rate. If the phase has an annuity, the level payment is set at its first row. */
interface Phase {
  firstPeriod: number;
  lastPeriod: number;
  rate: Rate;
  /** Undefined while only interest is paid. */
  annuity: Annuity | undefined;
}

export interface Plan {
  terms: ScenarioTerms;
  /** N: the row that pays the remaining balance. */
  periods: number;
  phases: Phase[];
  /** Undefined without a start date. Computed once, when a figure or the response first needs them. */
  dueDates: () => DueDates | undefined;
}

export function planOf(terms: ScenarioTerms): Plan {
  const periods = periodCount(terms.durationMonths, terms.paymentFrequency);
  return {
    terms,
    periods,
    phases: phasesOf(terms, periods),
    dueDates: once(() =>
      terms.startDate === undefined ? undefined : dueDates(terms.startDate, terms.paymentFrequency, periods),
    ),
  };
}

/** A phase begins with each rate, and with the first row after the interest-only rows. */
function phasesOf(terms: ScenarioTerms, periods: number): Phase[] {
  const firstRepaying = terms.interestOnlyPeriods + 1;
  const rates = [{ period: 1, annualRateMillionths: terms.annualRateMillionths }, ...terms.rateChanges];
  const phases: Phase[] = [];
  for (const [index, { period, annualRateMillionths }] of rates.entries()) {
    const lastPeriod = (rates[index + 1]?.period ?? periods + 1) - 1;
    const rate = rateOf(annualRateMillionths, terms.compounding, periodsPerYear[terms.paymentFrequency]);
    if (period < firstRepaying) {
      const lastInterestOnly = Math.min(lastPeriod, firstRepaying - 1);
      phases.push({ firstPeriod: period, lastPeriod: lastInterestOnly, rate, annuity: undefined });
    }
    if (lastPeriod >= firstRepaying) {
      const firstPeriod = Math.max(period, firstRepaying);
      phases.push({ firstPeriod, lastPeriod, rate, annuity: annuityAt(firstPeriod, rate, terms, periods) });
    }
  }
  return phases;
}

function annuityAt(period: number, rate: Rate, terms: ScenarioTerms, periods: number): Annuity {
  if (terms.paymentBasis === 'exact') return annuityOf(rate, periods - period + 1, 1);
  const perYear = periodsPerYear[terms.paymentFrequency];
  const monthlyRate = rateOf(rate.annualRateMillionths, terms.compounding, 12);
  const monthsLeft = terms.durationMonths - Math.floor((12 * (period - 1)) / perYear);
  return annuityOf(monthlyRate, monthsLeft, terms.paymentFrequency === 'fortnightly' ? 2 : 4);
}
