import { expect, test } from 'vitest';
import { datasetAge, datasetAgeText } from './dataset-age.ts';
import type { DatasetFrequency } from './datasets.constants.ts';

const figures = (frequency: DatasetFrequency, last: string) => ({
  frequency,
  last,
  next_due: null,
  late_from: null,
});

test.each([
  ['on change', '2026-02-20', '2026-11-23', 'Figures to 20 February 2026, 9 months old'],
  ['on change', '2026-10-01', '2026-11-23', 'Figures to 1 October 2026, 53 days old'],
  ['monthly', '2026-02', '2026-02-28', 'Figures to February 2026, today'],
  ['monthly', '2026-02', '2026-03-01', 'Figures to February 2026, 1 day old'],
  ['quarterly', '2026-Q2', '2026-08-29', 'Figures to the June quarter 2026, 60 days old'],
  ['quarterly', '2026-Q2', '2026-08-30', 'Figures to the June quarter 2026, 2 months old'],
  ['annual', '2024', '2026-12-31', 'Figures to 2024, 24 months old'],
  ['annual', '2024', '2027-01-31', 'Figures to 2024, 2 years old'],
  ['monthly', '2026-08', '2026-11-30', 'Figures to August 2026, 3 months old'],
  ['by income year', '2025-26', '2026-11-23', 'Figures for 2025-26, 4 months old'],
  ['by income year', '2026-27', '2026-11-23', 'Figures for 2026-27, today'],
] as const)('describes %s figures to %s on %s as %j', (frequency, last, today, text) => {
  expect(datasetAge(figures(frequency, last), today)).toEqual({ text, state: null });
});

test.each([
  ['2026-11-29', null],
  ['2026-11-30', 'due'],
  ['2026-12-29', 'due'],
  ['2026-12-30', 'late'],
])('on %s the state is %s', (today, state) => {
  const rates = { ...figures('on change', '2026-10-01'), next_due: '2026-11-30', late_from: '2026-12-30' };
  expect(datasetAge(rates, today).state).toBe(state);
  expect(datasetAgeText(rates, today).endsWith(state === null ? ' old' : `old · ${state}`)).toBe(true);
});
