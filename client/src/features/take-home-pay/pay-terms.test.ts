import { expect, it } from 'vitest';
import { earlierYearReason, incomeYearOf, payFields, taxYears } from './pay-terms.ts';

const later = (study_loan: boolean) => [
  ...taxYears.filter(({ income_year }) => income_year < '2027-28'),
  { income_year: '2027-28', study_loan, standard_deduction: true },
];
const fieldOf = (years: typeof taxYears, name: string, inputs = {}) =>
  payFields(years, inputs).find((field) => field.name === name);

it('the form begins with the latest income year that has every kind of figures', () => {
  expect(fieldOf(taxYears, 'income_year')?.initial).toBe('2026-27');
  expect(fieldOf(later(false), 'income_year')?.initial).toBe('2026-27');
  expect(fieldOf(later(true), 'income_year')?.initial).toBe('2027-28');
});

it('says why it begins with an earlier year than the current one', () => {
  expect(earlierYearReason(taxYears, '2027-06-30')).toBeUndefined();
  expect(earlierYearReason(taxYears, '2028-07-01')).toBe(
    'The form begins with 2026-27, because we have no tax figures with a source yet for 2028-29.',
  );
  expect(earlierYearReason(taxYears, '2027-07-01')).toBe(
    'The form begins with 2026-27, because we have no study loan figures with a source for 2027-28.',
  );
});

it('a year without study loan figures disables their box with the reason, unless it is ticked', () => {
  const years = later(false);
  expect(fieldOf(years, 'study_loan', { income_year: '2027-28' })).toMatchObject({
    isDisabled: true,
    hint: 'We have no repayment figures with a source for 2027-28.',
  });
  expect(fieldOf(years, 'study_loan', { income_year: '2027-28', study_loan: 'true' })?.isDisabled).toBe(
    false,
  );
  expect(fieldOf(years, 'study_loan', { income_year: '2026-27' })?.isDisabled).toBe(false);
});

it.each([
  ['2026-06-30', '2025-26'],
  ['2026-07-01', '2026-27'],
  ['2099-12-31', '2099-00'],
])('the income year of %s is %s', (day, year) => {
  expect(incomeYearOf(day)).toBe(year);
});
