import { expect, it } from 'vitest';
import { lineOf, missingPeriods } from './series-lines.ts';
import { niceTicks } from 'contract/charts/axis.ts';
import { svgOf } from './series-file.ts';

const facts = {
  title: 'Home loans & rates',
  frequency: 'monthly',
  unit: 'per cent a year',
  decimals: null,
  last: '2026-08',
} as const;
const series = [
  { date: '2026-02', value: 5.7 },
  { date: '2026-03', value: 5.9 },
  { date: '2026-05', value: 6.2 },
  { date: '2026-07', value: 6.2 },
  { date: '2026-08', value: 6.2 },
];

it('a gap breaks the line, and is named', () => {
  const { labels, series: lines } = lineOf(facts, series);
  expect(labels).toEqual(['2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08']);
  expect(lines[0]?.values).toEqual([5.7, 5.9, null, 6.2, null, 6.2, 6.2]);
  expect(lines[0]?.endLabel).toEqual(['6.2%', 'August 2026']);
  expect(missingPeriods('monthly', series)).toEqual(['April 2026', 'June 2026']);
});

it('the line of changes ends with the range', () => {
  const changes = [
    { date: '2026-03-18', value: 4.1 },
    { date: '2026-05-06', value: 4.35 },
  ];
  const line = lineOf({ ...facts, frequency: 'on change', last: '2026-10-01' }, changes, { to: '2026-06' });
  expect(line.labels).toEqual(['2026-03', '2026-04', '2026-05', '2026-06']);
  expect(line.series[0]?.values).toEqual([4.1, 4.1, 4.35, 4.35]);
});

it('a range of changes begins with the value that was in force', () => {
  const changes = [
    { date: '2024-11-06', value: 4.35 },
    { date: '2026-03-18', value: 4.1 },
  ];
  const line = lineOf(
    { ...facts, frequency: 'on change', last: '2026-04-01' },
    changes.slice(1),
    { from: '2026' },
    changes,
  );
  expect(line.labels[0]).toBe('2026-01');
  expect(line.series[0]?.values).toEqual([4.35, 4.35, 4.1, 4.1]);
});

it('the picture has the title, the unit, the source, the vintage, the last value and a line per run of figures', () => {
  const svg = svgOf({
    ...facts,
    figures: lineOf(facts, series),
    notes: ['Reserve Bank', 'Vintage 0123456789ab'],
  });
  for (const text of [
    'Home loans &amp; rates',
    'per cent a year',
    'Reserve Bank',
    'Vintage 0123456789ab',
    '6.2%',
  ]) {
    expect(svg).toContain(`>${text}<`);
  }
  const [path = ''] = /(?<=d=")[^"]+(?=" fill="none")/.exec(svg) ?? [];
  expect(path.match(/M/g)).toHaveLength(3);
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
});

it.each([
  [0, 6.3, [0, 2, 4, 6, 8]],
  [0, 17.5, [0, 5, 10, 15, 20]],
  [-2.4, 7.8, [-4, -2, 0, 2, 4, 6, 8]],
  [0, 0.71, [0, 0.2, 0.4, 0.6, 0.8]],
  [0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1].slice(0, 1)],
])('the grid from %s to %s has round lines', (lowest, highest, ticks) => {
  expect(niceTicks(lowest, highest)).toEqual(ticks);
});
