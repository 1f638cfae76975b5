import { beforeEach, expect, test } from 'vitest';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HoursChart } from './today.tsx';
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

test('a link with an unknown interval and time zone says so', () =>
  expectTexts(
    `${path}?interval=decade&time_zone=Mars`,
    {},
    [],
    'The rest is used. Not understood: interval=decade, time_zone=Mars',
  ));

const hour = (fromNow: number) => new Date(Date.now() + fromNow * 3_600_000).toISOString();

test('a chart and its table end with the hour under way', async () => {
  const points = [-1, 0, 1, 2].map((fromNow) => ({ start: hour(fromNow), value: 3 }));
  respondTo('getReport', () => json({ data: { series: [{ ...series('tries', 12, 8), points }], top: [] } }));
  await openScreen(`${path}?interval=hour&time_zone=UTC`);
  const table = await screen.findByRole('table', { hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(1 + 2);
});

const pointsOf = (values: readonly number[]) =>
  values.map((value, at) => ({ start: `2026-01-31T${String(at).padStart(2, '0')}:00:00.000Z`, value }));
const dayOf = (total: number, values: readonly number[]) =>
  ({ ...series('Tries', total, 8), points: pointsOf(values) }) as Series;

test('the columns of the day end with the hour under way, and the arrow keys read an hour of today and yesterday', () => {
  const yesterday = Array.from({ length: 24 }, (_, at) => at);
  render(<HoursChart now="02:18" today={dayOf(8, [5, 0, 3])} yesterday={dayOf(276, yesterday)} />);
  expect(document.body).toHaveTextContent('Most in the hour from 00:00: 5. Yesterday from 23:00: 23.');
  expect(Number.parseFloat(screen.getByText('02:18 now').parentElement!.style.left)).toBeCloseTo(
    (100 * 2.3) / 24,
  );
  const slider = screen.getByRole('slider', { name: 'Hour of the chart' });
  const readHour = (at: number) => {
    fireEvent.change(slider, { target: { value: String(at) } });
    return slider.getAttribute('aria-valuetext');
  };
  expect(slider).toHaveAttribute('aria-valuetext', 'Tries from 02:00 to 03:00: 3 today so far, 2 yesterday.');
  expect(readHour(0)).toBe('Tries from 00:00 to 01:00: 5 today, 0 yesterday.');
  expect(readHour(23)).toBe('Tries from 23:00 to 24:00: 23 yesterday.');
});

test('hours are written where they begin, and the line of the selected hour is there while the slider has the focus', () => {
  const { container } = render(<HoursChart now="02:18" today={dayOf(8, [5, 0, 3])} yesterday={undefined} />);
  expect(screen.getByText('12')).toHaveAttribute('x', '50%');
  expect(screen.getByText('18')).toHaveAttribute('x', '75%');
  const lines = () => container.querySelectorAll('line[y2="100%"][x1]');
  expect(lines()).toHaveLength(0);
  const slider = screen.getByRole('slider');
  fireEvent.focus(slider);
  expect(lines()).toHaveLength(1);
  fireEvent.blur(slider);
  expect(lines()).toHaveLength(0);
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
