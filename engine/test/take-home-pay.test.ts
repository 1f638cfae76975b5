import { payPeriods, payPeriodsPerYear } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { type Cents, noCents } from 'contract/units.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactPay, hasStudyLoan, thresholdsOf, yearNames } from './exact-pay.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYears } from './calculate.ts';

const cents = (amount: number) => Math.round(amount * 100);

interface Pay {
  income: number;
  sacrifice: number;
  year: string;
  studyLoan: boolean;
  period: (typeof payPeriods)[number];
}

const calculate = ({ income, sacrifice, year, studyLoan, period }: Pay): TakeHomePayResult =>
  takeHomePayResult(taxYears, {
    income: income as Cents,
    period,
    income_year: year,
    salary_sacrifice: sacrifice as Cents,
    study_loan: studyLoan,
    standard_deduction: true,
    compare_year: undefined,
  });

const anyPay: fc.Arbitrary<Pay> = fc
  .record({
    year: fc.constantFrom(...yearNames),
    income: fc.oneof(fc.integer({ min: 0, max: 30_000_000 }), fc.integer({ min: 0, max: 100_000_000_000 })),
    part: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
    wantsLoan: fc.boolean(),
    period: fc.constantFrom(...payPeriods),
  })
  .map(({ year, income, part, wantsLoan, period }) => ({
    year,
    income,
    sacrifice: Math.floor((income * part) / 1e6),
    studyLoan: wantsLoan && hasStudyLoan(year),
    period,
  }));

function figuresOf(pay: Pay) {
  const result = calculate(pay);
  return {
    lines: Object.fromEntries(result.lines.map(({ key, amount }) => [key, cents(amount) + 0])),
    net: cents(result.net_income),
    kept: result.next.map(({ kept }) => cents(kept)),
    marginal: Math.round(result.marginal_rate_percent * 1_000),
  };
}

function exactFiguresOf(pay: Pay): ReturnType<typeof figuresOf> {
  const perYear = payPeriodsPerYear[pay.period];
  const [gross, sacrifice] = [pay.income * perYear, pay.sacrifice * perYear];
  const exact = exactPay(pay.year, gross, sacrifice, pay.studyLoan);
  const dollarMore = exactPay(pay.year, gross + 100, sacrifice, pay.studyLoan);
  const taxableMore = exactPay(pay.year, gross, sacrifice, pay.studyLoan, 1n);
  const thousandMore = exactPay(pay.year, gross + 100_000, sacrifice, pay.studyLoan);
  return {
    lines: exact.cents,
    net: exact.net,
    kept: [dollarMore.net - exact.net, thousandMore.net - exact.net],
    marginal: Number(taxableMore.unrounded - exact.unrounded) / 1e4,
  };
}

describe('takeHomePayResult', () => {
  it('equals the exact reference calculation', () => {
    fc.assert(
      fc.property(anyPay, (pay) => {
        expect(figuresOf(pay)).toEqual(exactFiguresOf(pay));
      }),
      { numRuns: 300 },
    );
  });

  it.each(yearNames)(
    'equals the reference at every threshold of %s, a dollar below and a dollar above',
    (year) => {
      for (const threshold of thresholdsOf(year)) {
        for (const income of [threshold - 1, threshold, threshold + 1].filter((dollars) => dollars >= 0)) {
          const pay: Pay = {
            year,
            income: income * 100,
            sacrifice: 0,
            studyLoan: hasStudyLoan(year),
            period: 'yearly',
          };
          expect(figuresOf(pay)).toEqual(exactFiguresOf(pay));
        }
      }
    },
  );

  it('returns steps that add up to their line, lines that add up to the tax, and periods exact to half a cent', () => {
    fc.assert(
      fc.property(anyPay, (pay) => {
        const result = calculate(pay);
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
        const [tax, ...others] = result.lines;
        expect(cents(tax!.amount)).toBe(sum(tax!.steps.map(({ amount }) => amount)));
        expect(tax!.steps.reduce((total, { part }) => total + part, 0)).toBe(result.taxable_income);
        for (const { amount, steps } of others) {
          expect(steps).toHaveLength(1);
          expect(Math.abs(cents(amount))).toBeLessThanOrEqual(cents(steps[0]!.amount));
        }
        expect(cents(result.total_tax)).toBe(sum(result.lines.map(({ amount }) => amount)));
        expect(cents(result.net_income)).toBe(
          cents(result.gross_income) - cents(result.salary_sacrifice) - cents(result.total_tax),
        );
        for (const period of payPeriods) {
          const perYear = payPeriodsPerYear[period];
          const deviation = cents(result.net_per[period]) - cents(result.net_income) / perYear;
          expect(deviation).toBeGreaterThan(-0.5);
          expect(deviation).toBeLessThanOrEqual(0.5);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('returns how much of the next dollar remains, as in a calculation with a dollar more', () => {
    fc.assert(
      fc.property(anyPay, (randomPay) => {
        const pay: Pay = { ...randomPay, period: 'yearly' };
        const more = calculate({ ...pay, income: pay.income + 100 });
        const [dollar] = calculate(pay).next;
        expect(cents(dollar!.kept)).toBe(cents(more.net_income) - cents(calculate(pay).net_income));
      }),
      { numRuns: 100 },
    );
  });

  it('compares with another year by the difference of the net pays', () => {
    fc.assert(
      fc.property(anyPay, fc.constantFrom(...yearNames), ({ income }, other) => {
        const pay = { income, sacrifice: 0, studyLoan: false, period: 'monthly' as const };
        const year = other === '2018-19' ? '2019-20' : '2018-19';
        const { comparison, ...figures } = takeHomePayResult(taxYears, {
          income: income as Cents,
          period: 'monthly',
          income_year: year,
          salary_sacrifice: noCents,
          study_loan: false,
          standard_deduction: true,
          compare_year: other,
        });
        const { net_difference, ...compared } = comparison!;
        expect({ ...figures, comparison: null }).toEqual(calculate({ ...pay, year }));
        expect({ ...compared, comparison: null }).toEqual(calculate({ ...pay, year: other }));
        expect(cents(net_difference)).toBe(cents(figures.net_income) - cents(compared.net_income));
      }),
      { numRuns: 50 },
    );
  });
});
