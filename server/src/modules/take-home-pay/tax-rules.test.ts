import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { taxRules } from 'contract/take-home-pay/tax-rules.ts';
import { type Cents, noCents } from 'contract/units.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { taxYearsOf } from 'engine/calculators/tax-rules.ts';
import { describe, expect, it } from 'vitest';
import { parseLaw } from '#domain/finance/law-files.ts';
import { StartError } from '#platform/process/start-error.ts';
import { contentFolder } from '#root-folders.ts';

const path = join(contentFolder, 'tax-rules.json');

type Table = { [field: string]: unknown; threshold?: number };
interface RulesFile {
  sources: Record<string, object>;
  years: ({ income_year: string } & Record<string, Table | string>)[];
}
const tableOf = (year: RulesFile['years'][number] | undefined, name: string) => year?.[name] as Table;
const rulesFile = () => JSON.parse(readFileSync(path, 'utf8')) as RulesFile;

const parse = (file: RulesFile) => taxYearsOf(parseLaw('tax-rules.json', file, taxRules));

describe('the file of tax rules', () => {
  it('contains the last year of the dataset, and has its rates in each year that both contain', () => {
    const { rows } = JSON.parse(
      readFileSync(join(contentFolder, 'datasets/income-tax-residents/data.json'), 'utf8'),
    ) as { rows: Record<string, unknown> };
    const shared = rulesFile().years.filter(({ income_year }) => income_year in rows);
    expect(shared.length).toBeGreaterThan(7);
    expect(shared.at(-1)?.income_year).toBe(Object.keys(rows).at(-1));
    for (const year of shared)
      expect(tableOf(year, 'resident_rates')['over']).toEqual(rows[year.income_year]);
  });

  it('accepts a new year as another entry', () => {
    const file = rulesFile();
    file.years.push({ ...file.years.at(-1)!, income_year: '2028-29' });
    expect(parse(file).at(-1)?.income_year).toBe('2028-29');
  });

  it('may lack the study loans of a year, which are then refused by the name of the field', () => {
    const file = rulesFile();
    const parsed = parse(file);
    const pay = {
      income: 9_000_000 as Cents,
      period: 'yearly' as const,
      salary_sacrifice: noCents,
      study_loan: true,
      standard_deduction: true,
    };
    const refusal = ['There are no study loan figures for 2027-28.'];
    expect(() =>
      takeHomePayResult(parsed, { ...pay, income_year: '2027-28', compare_year: undefined }),
    ).toThrowError(expect.objectContaining({ details: { study_loan: refusal } }));
    expect(() =>
      takeHomePayResult(parsed, { ...pay, income_year: '2025-26', compare_year: '2027-28' }),
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
      ({ years: list }) => (tableOf(list.at(-3), 'study_loan')['whole'] = [[100_000, 10]]),
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
      'years.10: the years do not rise.',
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
    const parseFile = () => parse(file);
    expect(parseFile).toThrow(StartError);
    expect(parseFile).toThrow(`tax-rules.json: ${fault}`);
    expect(parseFile).not.toThrow(/\n/);
  });
});
