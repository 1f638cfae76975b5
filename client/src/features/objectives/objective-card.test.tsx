import { fireEvent, screen } from '@testing-library/react';
import type { Objective } from 'contract/objectives/objectives.ts';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { ObjectiveCard } from './objective-card.tsx';

fakeApi();

const objective: Objective = {
  id: '01930a4e-7c00-7000-8000-000000000007',
  title: 'The house',
  kind: 'save',
  target_amount: 1_000,
  current_amount: 250,
  target_date: '2126-12-31',
  loan_id: null,
  expected_on: null,
  on_track: null,
  needed_extra: null,
  progress_percent: 25,
  months_left: 1_200,
  needed_per_month: 0.63,
  history: [],
};

test.each<[string, Partial<Objective>, string, string]>([
  ['to save up', { kind: 'save' }, 'Saved', 'Save up'],
  ['to pay off', { kind: 'pay_off' }, 'Repaid', 'Pay off'],
  ['months away', { months_left: 2, needed_per_month: 12.5 }, '2 months left', '$12.50'],
  ['of this month', { months_left: 0, needed_per_month: null }, 'under a month left', '$750.00 at once'],
  ['that is past', { months_left: 0, target_date: '2020-01-31' }, 'overdue', '$0.63'],
  [
    'that is met',
    { current_amount: 1_000, progress_percent: 100 },
    'Nothing: you have reached it.',
    '1,200 months left',
  ],
  [
    'of a debt that its loan pays in time',
    { kind: 'owe_below', loan_id: '1', expected_on: '2030-07-06', on_track: true, needed_per_month: null },
    'Owed$250.00 to get below $1,000.00',
    'Expected6 July 2030, in time',
  ],
  [
    'of a loan that is reached',
    {
      kind: 'owe_below',
      loan_id: '1',
      expected_on: '2030-07-06',
      on_track: true,
      progress_percent: 100,
      current_amount: 900,
      history: [
        { date: '2026-01-31', amount: 1_100 },
        { date: '2026-02-28', amount: 950 },
        { date: '2026-03-31', amount: 900 },
      ],
    },
    'Reached on28 Feb 2026',
    'Owed$900.00',
  ],
  [
    'of a debt that comes too late',
    { kind: 'pay_off', loan_id: '1', expected_on: '2130-07-06', on_track: false, needed_extra: 2400.2 },
    'too late',
    '$2,400.20 more a payment would do it.',
  ],
])('an objective %s says so', (_, details, one, other) => {
  const card = (
    <ObjectiveCard objective={{ ...objective, ...details }} onEdit={() => {}} onRemove={() => {}} />
  );
  renderRoutes([{ path: '/', element: card }], '/');
  for (const text of [one, other]) expect(screen.getByRole('listitem')).toHaveTextContent(text);
});

test('an objective of yesterday is overdue in the reader’s time zone', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-30T20:00:00Z'), toFake: ['Date'] });
  const element = (
    <ObjectiveCard
      objective={{ ...objective, months_left: 0, target_date: '2026-01-30' }}
      onEdit={() => {}}
      onRemove={() => {}}
    />
  );
  renderRoutes([{ path: '/', element }], '/');
  expect(screen.getByRole('listitem')).toHaveTextContent('overdue');
});

test('the chart of an objective is read day by day, with the amount reached and that of the straight line', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T02:00:00Z'), toFake: ['Date'] });
  const history = [
    { date: '2026-01-01', amount: 100 },
    { date: '2026-03-01', amount: 400 },
  ];
  const details = { history, current_amount: 400, target_date: '2026-04-11' };
  const element = (
    <ObjectiveCard objective={{ ...objective, ...details }} onEdit={() => {}} onRemove={() => {}} />
  );
  renderRoutes([{ path: '/', element }], '/');
  const slider = screen.getByRole('slider', { name: 'Day of the chart of The house' });
  const textAt = (days: number) => {
    fireEvent.change(slider, { target: { value: String(days) } });
    return slider.getAttribute('aria-valuetext');
  };
  expect(slider).toHaveAttribute(
    'aria-valuetext',
    '2 Mar 2026: $400.00 saved, $640.00 on the straight line.',
  );
  expect([textAt(0), textAt(59), textAt(100)]).toEqual([
    '1 Jan 2026: $100.00 saved, $100.00 on the straight line.',
    '1 Mar 2026: $400.00 saved, $631.00 on the straight line.',
    '11 Apr 2026: $1,000.00 on the straight line.',
  ]);
});

test('the chart of a goal of a loan ends at the last row of the loan, which may be months ago', () => {
  const history = [
    { date: '2025-01-01', amount: 100 },
    { date: '2025-03-01', amount: 400 },
  ];
  const details = { history, current_amount: 400, target_date: '2025-04-11', loan_id: '1' };
  const element = (
    <ObjectiveCard objective={{ ...objective, ...details }} onEdit={() => {}} onRemove={() => {}} />
  );
  renderRoutes([{ path: '/', element }], '/');
  expect(screen.getByRole('slider', { name: 'Day of the chart of The house' })).toHaveAttribute(
    'aria-valuetext',
    '1 Mar 2025: $400.00 saved, $631.00 on the straight line.',
  );
});
