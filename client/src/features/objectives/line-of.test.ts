import type { Objective } from 'contract/objectives/objectives.ts';
import { expect, test } from 'vitest';
import { lineOf } from './line-of.ts';

const objective: Objective = {
  id: '01930a4e-7c00-7000-8000-000000000007',
  title: 'Deposit',
  kind: 'save',
  target_amount: 1000,
  current_amount: 400,
  target_date: '2026-12-31',
  loan_id: null,
  expected_on: null,
  on_track: null,
  needed_extra: null,
  progress_percent: 40,
  months_left: 6,
  needed_per_month: 100,
  history: [
    { date: '2026-01-01', amount: 100 },
    { date: '2026-03-01', amount: 400 },
  ],
};

test('the line of the amounts runs from the first amount to today, beside the straight line to the target', () => {
  const line = lineOf(objective, '2026-06-15');
  expect(line?.days[0]).toBe('2026-01-01');
  expect(line?.days.at(-1)).toBe('2026-12-31');
  const now = line?.days.indexOf('2026-06-15') ?? -1;
  expect([line?.actual[0], line?.actual[now], line?.actual[now + 1]]).toEqual([100, 400, null]);
  expect([line?.planned[0], line?.planned.at(-1)]).toEqual([100, 1000]);
});

test('the line of the amounts continues after the target date, and there is none on the first day', () => {
  const line = lineOf(objective, '2027-06-30');
  expect(line?.days.at(-1)).toBe('2027-06-30');
  expect(line?.actual.at(-1)).toBe(400);
  expect(line?.planned.at(-1)).toBe(1000);
  expect(lineOf(objective, '2026-01-01')).toBeNull();
});
