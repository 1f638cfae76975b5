import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { payPeriods, payPeriodsPerYear } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentFolder } from '#root-folders.ts';
import { StartError } from '#platform/process/start-error.ts';
import { exactPay, hasStudyLoan, thresholdsOf, yearNames } from '#test/exact-pay.ts';
import { takeHomePay } from './take-home-pay.service.ts';
import { parseTaxRules, readTaxRules } from './tax-rules.ts';

const path = join(contentFolder, 'tax-rules.json');
const years = readTaxRules(path);

const cents = (amount: number) => Math.round(amount * 100);

interface Pay {
  income: number;
  sacrifice: number;
  year: string;
  studyLoan: boolean;
  period: (typeof payPeriods)[number];
}

const calculate = ({ income, sacrifice, year, studyLoan, period }: Pay): TakeHomePayResult =>
  takeHomePay(years, {
    income,
    period,
    income_year: year,
    salary_sacrifice: sacrifice,
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
  const thousandMore = exactPay(pay.year, gross + 100_000, sacrifice, pay.studyLoan);
  return {
    lines: exact.cents,
    net: exact.net,
    kept: [dollarMore.net - exact.net, thousandMore.net - exact.net],
    marginal: Number(dollarMore.unrounded - exact.unrounded) / 1e4,
  };
}

describe('takeHomePay', () => {
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
        const { comparison, ...figures } = takeHomePay(years, {
          income,
          period: 'monthly',
          income_year: year,
          salary_sacrifice: 0,
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

type Table = { [field: string]: unknown; threshold?: number };
interface RulesFile {
  sources: Record<string, object>;
  years: ({ income_year: string } & Record<string, Table | string>)[];
}
const tableOf = (year: RulesFile['years'][number] | undefined, name: string) => year?.[name] as Table;
const rulesFile = () => JSON.parse(readFileSync(path, 'utf8')) as RulesFile;

describe('the file of tax rules', () => {
  it('ends with the same year as the dataset, and has its rates in each year that both contain', () => {
    const { rows } = JSON.parse(
      readFileSync(join(contentFolder, 'datasets/income-tax-residents/data.json'), 'utf8'),
    ) as { rows: Record<string, unknown> };
    const shared = rulesFile().years.filter(({ income_year }) => income_year in rows);
    expect(shared.length).toBeGreaterThan(7);
    expect(Object.keys(rows).at(-1)).toBe(rulesFile().years.at(-1)?.income_year);
    for (const year of shared)
      expect(tableOf(year, 'resident_rates')['over']).toEqual(rows[year.income_year]);
  });

  it('accepts a new year as another entry', () => {
    const file = rulesFile();
    file.years.push({ ...file.years.at(-1)!, income_year: '2027-28' });
    expect(parseTaxRules('tax-rules.json', file).at(-1)?.income_year).toBe('2027-28');
  });

  it('may lack the study loans of a year, which are then refused by the name of the field', () => {
    const file = rulesFile();
    delete file.years.at(-1)!['study_loan'];
    const parsed = parseTaxRules('tax-rules.json', file);
    const pay = {
      income: 9_000_000,
      period: 'yearly' as const,
      salary_sacrifice: 0,
      study_loan: true,
      standard_deduction: true,
    };
    const refusal = ['There are no study loan figures for 2026-27.'];
    expect(() =>
      takeHomePay(parsed, { ...pay, income_year: '2026-27', compare_year: undefined }),
    ).toThrowError(expect.objectContaining({ details: { study_loan: refusal } }));
    expect(() =>
      takeHomePay(parsed, { ...pay, income_year: '2025-26', compare_year: '2026-27' }),
    ).toThrowError(expect.objectContaining({ details: { compare_year: refusal } }));
  });

  const changes: [string, (file: RulesFile) => void, string][] = [
    [
      'a missing threshold',
      ({ years: [year] }) => delete tableOf(year, 'medicare_levy').threshold,
      'years.0.medicare_levy.threshold: ',
    ],
    [
      'a falling bracket',
      ({ years: [year] }) =>
        (tableOf(year, 'resident_rates')['over'] = [
          [0, 0],
          [18_200, 19],
          [18_000, 30],
        ]),
      'years.0.resident_rates.over: the incomes do not rise.',
    ],
    [
      'a first bracket above 0',
      ({ years: [year] }) => (tableOf(year, 'resident_rates')['over'] = [[1, 0]]),
      'years.0.resident_rates.over: the first bracket does not start at 0.',
    ],
    [
      'the same piece twice',
      ({ years: [year] }) =>
        (tableOf(year, 'low_income_offset')['pieces'] = [
          [0, 1, 0],
          [0, 2, 0],
        ]),
      'years.0.low_income_offset.pieces: the incomes do not rise.',
    ],
    [
      'study loan steps that begin below the whole percentages’ end',
      ({ years: list }) => (tableOf(list.at(-2), 'study_loan')['whole'] = [[100_000, 10]]),
      'years.7.study_loan: the incomes do not rise.',
    ],
    [
      'an unknown source',
      ({ sources }) => delete sources['mla-7'],
      'years.0.medicare_levy.sources.1: there is no source mla-7.',
    ],
    [
      'years in descending order',
      ({ years: list }) => list.push(list[0]!),
      'years.9: the years do not rise.',
    ],
    [
      'an invalid income year',
      ({ years: [year] }) => (year!.income_year = '2018-20'),
      'years.0.income_year: not an income year.',
    ],
    [
      'an unknown entry',
      ({ years: [year] }) => (tableOf(year, 'medicare_levy')['provisonal'] = true),
      'years.0.medicare_levy: ',
    ],
  ];
  it.each(changes)('with %s stops the start with one line that names it', (_what, change, fault) => {
    const file = rulesFile();
    change(file);
    const parse = () => parseTaxRules('tax-rules.json', file);
    expect(parse).toThrow(StartError);
    expect(parse).toThrow(`tax-rules.json: ${fault}`);
    expect(parse).not.toThrow(/\n/);
  });
});
