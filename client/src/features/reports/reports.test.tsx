import { beforeEach, expect, test } from 'vitest';
import { render, screen, within } from '@testing-library/react';
import { HourLine } from './hour-line.tsx';
import type { Series } from './reports.queries.ts';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import {
  openScreen,
  timestamp,
  signInAsStaff,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  expectTexts,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = '/admin/reports';

const series = (key: string, total: number, previous_total: number | null) => ({
  key,
  label: key,
  unit: 'tries',
  total,
  previous_total,
  complete_from: previous_total === null ? timestamp : null,
  points: [{ start: timestamp, value: total }],
});

test('the report states that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'getReport', 'Failed to fetch the report', /^None\./));

const hour = (fromNow: number) => new Date(Date.now() + fromNow * 3_600_000).toISOString();

test('a chart and its table end with the hour under way', async () => {
  const points = [-1, 0, 1, 2].map((fromNow) => ({ start: hour(fromNow), value: 3 }));
  respondTo('getReport', () => json({ data: { series: [{ ...series('tries', 12, 8), points }], top: [] } }));
  await openScreen(`${path}?interval=hour&time_zone=UTC`);
  const table = await screen.findByRole('table', { hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(1 + 2);
});

test('the line of the day ends with the hour under way', () => {
  const points = [5, 0, 3].map((value) => ({ start: hour(0), value }));
  render(<HourLine series={{ ...series('tries', 8, 8), points } as Series} />);
  // 24 hours fill the drawing.
  expect(document.querySelector('svg')).toHaveAttribute('viewBox', '0 0 23 100');
  expect(document.querySelector('path')).toHaveAttribute('d', 'M0 0l1 100l1 -60');
});

test('an invalid range is reported beside its field only', async () => {
  await expectFieldRefusal(path, { name: 'getReport', field: 'from', label: 'From' }, {}, []);
  expect(document.body).not.toHaveTextContent('Failed to fetch the report');
});

test('the screen reports why an export was refused', () =>
  expectRefusal(path, 'linkReportExport', {}, ['Export CSV']));

test('each figure is compared with the previous range, if the records of that range are complete', () => {
  const data = {
    series: [series('more', 10, 8), series('new', 5, 0), series('none', 0, 0), series('cut', 1, null)],
    flags: {
      rows: [
        { reason: 'spam', outcome: 'warned', flags: 2 },
        { reason: 'spam', outcome: null, flags: 1 },
      ],
      median_hours: 3,
    },
    top: [{ key: 'busiest_users', label: 'Busiest users', rows: [{ name: 'ada', value: 3 }] }],
  };
  return expectTexts(
    `${path}?from=2026-01-01&to=2026-01-31&interval=hour&time_zone=UTC`,
    { getReport: { data } },
    [],
    '+25% compared with the previous range (8)',
    'None in the previous range.',
    'The same as in the previous range.',
    'The records of the previous range are not complete.',
    '10 tries',
    '1 try',
    'Complete from 2026-01-31 02:03:04',
    'ada',
    'Reason and outcomeFlagsSends spam: Open1Sends spam: Warned2',
  );
});
