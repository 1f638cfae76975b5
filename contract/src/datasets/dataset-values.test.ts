import { expect, it } from 'vitest';
import { changeText, valueWriter, writtenValues } from './dataset-values.ts';

const seriesOf = (...values: number[]) =>
  values.map((value, index) => ({ date: `2026-0${index + 1}`, value }));

it.each([
  ['per cent a year', [4.35, 4.6], '4.60%'],
  ['per cent a year', [6, 6.2], '6.2%'],
  ['per cent a year', [0.5, -1.25], '−1.25%'],
  ['per cent a year', [5.597, 3.1616], '3.2%'],
  ['US dollars for one Australian dollar', [0.703, 0.7166], '0.72'],
  ['current US dollars', [1_692_956_646_856, 1_723_827_215_335], '1.72 trillion'],
])('values in %s (%j) are written as people say them: %s', (unit, values, text) => {
  expect(valueWriter({ unit }, seriesOf(...values))(values.at(-1) ?? 0)).toBe(text);
});

it('a value has the decimals of its source', () => {
  const kind = { unit: 'per cent a year', decimals: 1 };
  expect(valueWriter(kind, seriesOf(6, 6))(6)).toBe('6.0%');
  expect(changeText({ ...kind, frequency: 'monthly' }, seriesOf(5, 6))).toBe(
    '6.0% in February 2026, up from 5.0% in January 2026.',
  );
});

it.each([
  [
    ['US dollars for one Australian dollar', 0.7031, 0.7166],
    [0.7, 0.72],
  ],
  [
    ['per cent a year', 6.171, 6.204],
    [6.2, 6.2],
  ],
  [
    ['current US dollars', 1_702_956_646_856, 1_723_827_215_335],
    [1.7e12, 1.72e12],
  ],
] as const)('the change of %j is that of the written figures', ([unit, ...values], written) => {
  expect(writtenValues({ unit }, seriesOf(...values))).toEqual(written);
});

it('what is written alike is unchanged', () => {
  expect(changeText({ unit: 'per cent a year', frequency: 'monthly' }, seriesOf(6.171, 6.204))).toBe(
    '6.2% in February 2026, unchanged from 6.2% in January 2026.',
  );
});

it.each([
  ['monthly', seriesOf(4.4, 4.6), '4.6% in February 2026, up from 4.4% in January 2026.'],
  ['monthly', seriesOf(4.4, 4.4), '4.4% in February 2026, unchanged from 4.4% in January 2026.'],
  [
    'quarterly',
    [
      { date: '2026-Q1', value: 3.2 },
      { date: '2026-Q2', value: 3.7 },
    ],
    '3.7% in the June quarter 2026, up from 3.2% in the March quarter 2026.',
  ],
  ['annual', [{ date: '2024', value: 3.2 }], '3.2% in 2024.'],
  [
    'on change',
    [
      { date: '2026-05-06', value: 4.35 },
      { date: '2026-09-30', value: 4.1 },
    ],
    '4.10% from 30 Sept 2026, down from 4.35%.',
  ],
] as const)('the change of a %s series is one sentence', (frequency, series, text) => {
  expect(changeText({ frequency, unit: 'per cent a year' }, series)).toBe(text);
});
