import { fireEvent, screen } from '@testing-library/react';
import type { Objective } from 'contract/objectives/objectives.ts';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { exampleHeadline } from 'contract/followed-loans/followed-loan-record.ts';
import { ObjectiveTable } from './objective-table.tsx';

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

const loanId = '01930a4e-7c00-7000-8000-000000000001';
const loan = {
  id: loanId,
  name: 'Our house',
  headline: {
    ...exampleHeadline,
    payment: { amount: 1, frequency: 'fortnightly', source: 'rows', next_date: '2026-12-05' },
  },
} as const;

function show(
  details: Partial<Objective>,
  isOfLoan = false,
  loans: Parameters<typeof ObjectiveTable>[0]['loans'] = [loan],
) {
  const element = (
    <ObjectiveTable
      label="Objectives"
      objectives={[{ ...objective, ...details }]}
      loans={loans}
      isOfLoan={isOfLoan}
      edit={() => {}}
      remove={() => {}}
    />
  );
  renderRoutes([{ path: '/', element }], '/');
  return screen.getByRole('row', { name: /The house/ });
}

const ofLoan = {
  kind: 'owe_below',
  loan_id: loanId,
  current_amount: 1_250,
  needed_per_month: null,
} as const;

test.each<[string, Partial<Objective>, string]>([
  ['months away', { months_left: 2, needed_per_month: 12.5 }, '$12.50 a month'],
  ['of this month', { months_left: 0, needed_per_month: null }, '$750.00 at once'],
  [
    'that is past',
    { months_left: 0, target_date: '2020-01-31' },
    '! by 31 Jan 2020: overdue, $750.00 missing',
  ],
  ['that is met', { current_amount: 1_000, progress_percent: 100 }, 'reached'],
  ['in time', { ...ofLoan, expected_on: '2030-07-06', on_track: true }, 'expected 6 July 2030'],
  [
    'too late, with what would help',
    {
      ...ofLoan,
      kind: 'pay_off',
      current_amount: 250,
      expected_on: '2130-07-06',
      on_track: false,
      needed_extra: 2400.2,
    },
    '! by 31 Dec 2126: $2,400.20 more a fortnight',
  ],
  [
    'that nothing known would bring about in time',
    { ...ofLoan, expected_on: '2130-07-06', on_track: false },
    '! by 31 Dec 2126: expected 6 July 2130, too late',
  ],
  ['whose end is not known', { ...ofLoan, on_track: false }, 'not known, see the loan'],
  [
    'that its loan has reached',
    {
      ...ofLoan,
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
    'reached by 28 Feb 2026',
  ],
  [
    'that is a cent short of its target and so nearly 100 per cent',
    {
      ...ofLoan,
      kind: 'pay_off',
      expected_on: '2030-07-06',
      on_track: true,
      progress_percent: 100,
      current_amount: 999.99,
    },
    'expected 6 July 2030',
  ],
  ['of a newer version', { kind: 'unknown' }, 'Saved by a newer version'],
])('an objective %s says so', (_, details, text) => {
  const row = show(details);
  expect(row).toHaveTextContent(text);
  // Amber alone says nothing without colours.
  expect(row.querySelector('.text-warn') !== null).toBe(text.startsWith('!'));
});

test('who does not know the rhythm of the payments names a payment', () => {
  const late = { ...ofLoan, expected_on: '2130-07-06', on_track: false, needed_extra: 2 };
  expect(show(late, false, [])).toHaveTextContent('! by 31 Dec 2126: $2.00 more a payment');
});

test('what a loan fills opens the loan and cannot be updated in its place, and what is typed can', () => {
  show(ofLoan);
  expect(screen.getByRole('link', { name: 'Open The house' })).toHaveAttribute(
    'href',
    `/loans/${loanId}#goals`,
  );
  expect(screen.queryByRole('button', { name: /^Update/ })).not.toBeInTheDocument();
  expect(screen.getByText('Our house')).toBeInTheDocument();
});

test.each<[string, Partial<Objective>, boolean]>([
  ['what is typed', {}, false],
  ['a goal on the page of its loan', ofLoan, true],
])('%s can be updated', (_, details, isOfLoan) => {
  show(details, isOfLoan);
  expect(screen.getByRole('button', { name: 'Update The house' })).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('an objective of yesterday is overdue in the reader’s time zone', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-30T20:00:00Z'), toFake: ['Date'] });
  expect(show({ months_left: 0, target_date: '2026-01-30' })).toHaveTextContent('overdue');
});

/** Opens the row. */
function openChart(details: Partial<Objective>) {
  show(details);
  fireEvent.click(screen.getByRole('button', { name: 'The house', expanded: false }));
  return screen.getByRole('slider', { name: 'Day of the chart of The house' });
}

test('the chart of an objective is read day by day, with the amount reached and that of the straight line', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T02:00:00Z'), toFake: ['Date'] });
  const history = [
    { date: '2026-01-01', amount: 100 },
    { date: '2026-03-01', amount: 400 },
  ];
  const slider = openChart({ history, current_amount: 400, target_date: '2026-04-11' });
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
  const slider = openChart({ history, current_amount: 400, target_date: '2025-04-11', loan_id: loanId });
  expect(slider).toHaveAttribute(
    'aria-valuetext',
    '1 Mar 2025: $400.00 saved, $631.00 on the straight line.',
  );
});
