import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { press } from '#test/render-at.tsx';
import { renderOnProfile } from '#test/render-user.tsx';
import { signInUser } from '#test/fake-session.ts';
import { fullnessOf, PercentRing, breakdownCategories, StorageBreakdown } from './storage-figures.tsx';
import { StorageUsageCard } from './profile-tab.tsx';

fakeApi();
beforeEach(() => void signInUser());

const breakdown = { 'IP records': 7, 'Friend requests sent': 2, Friends: 1 };
const usage = () => json({ total_records: 10, storage_limit: 1000, summary_breakdown: breakdown });

test('loads the usage on request, and displays it as a ring, a doughnut chart and text', async () => {
  const calls = respondTo('getStorageUsage', usage);
  renderOnProfile(<StorageUsageCard />);
  expect(calls).toHaveLength(0);
  await press('Check Storage Usage');
  expect(await screen.findByText('10 / 1,000 records')).toBeInTheDocument();
  expect(screen.getByText('1.0%')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Storage Breakdown' })).toBeInTheDocument();
  expect(screen.getByRole('img')).toHaveAccessibleName(
    'Doughnut chart: IP records 7, Friend requests sent 2, Friends 1',
  );
  expect(screen.getAllByRole('definition')[0]).toHaveTextContent('7 70.0%');
});

test('the percentage is rounded down, so that it reaches a threshold only with its colour', () => {
  renderOnProfile(<PercentRing used={6_999} allowed={10_000} />);
  expect(screen.getByText('69.9%')).toBeInTheDocument();
  expect(screen.getByText('Plenty of room')).toBeInTheDocument();
});

test.each([
  [3, 3],
  [0, 0],
])('%d records of %d are full', (used, allowed) => {
  renderOnProfile(<PercentRing used={used} allowed={allowed} />);
  expect(screen.getByText('Full')).toBeInTheDocument();
});

test('no chart is displayed without records', () => {
  renderOnProfile(<StorageBreakdown breakdown={{ Friends: 0 }} total={0} />);
  expect(screen.getByText('No records yet.')).toBeInTheDocument();
});

test('a failure is reported at once, and the previous figures remain', async () => {
  respondTo('getStorageUsage', ({ index }) => (index === 0 ? usage() : refusal('unavailable', 'Busy.')));
  renderOnProfile(<StorageUsageCard />);
  await press('Check Storage Usage');
  await screen.findByText('1.0%');
  await press('Check Storage Usage');
  expect(await screen.findByText('Failed to fetch storage usage data.')).toBeInTheDocument();
  expect(screen.getByText('1.0%')).toBeInTheDocument();
});

test.each([
  [69.9, 'ok'],
  [70, 'warn'],
  [89.9, 'warn'],
  [90, 'hot'],
  [120, 'hot'],
])('the ring at %s %% is %s', (percent, fullness) => {
  expect(fullnessOf(percent)).toBe(fullness);
});

test('six categories or more are listed as the five largest and Other, and five are listed by name', () => {
  const six = { a: 1, b: 6, c: 2, d: 5, e: 3, f: 4 };
  expect(breakdownCategories({ ...six, g: 1 }).map(({ label, value }) => `${label}${value}`)).toEqual([
    'b6',
    'd5',
    'f4',
    'e3',
    'c2',
    'Other2',
  ]);
  const { a: _, ...five } = six;
  expect(breakdownCategories(five).map(({ label }) => label)).toEqual(['b', 'd', 'f', 'e', 'c']);
});
