import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { acceptConsent } from '#features/accounts/consent/consent.ts';
import { signOutInAnotherTab } from '#test/fake-session.ts';
import { fakeApi } from '#test/fake-api.ts';
import {
  respondWith,
  timestamp,
  signInAsStaff,
  expectTexts,
  id,
  listOf,
  openScreen,
  pressAll,
  refuseOperation,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const phone = { id, method: 'totp', name: 'Phone', created_at: timestamp, last_used_at: null };

test('/privacy displays an error in each row that could not be read, and Try Again reads the row again', async () => {
  for (const name of ['getStorageUsage', 'listSignIns', 'listSessions'] as const) refuseOperation(name);
  respondWith({ listDevices: { data: [{}, {}] } });
  await openScreen('/privacy');
  expect(await screen.findByText(/^2 browsers that other people’s failed sign-ins/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText(/^This could not be read/)).toHaveLength(3));
  respondWith({ listSessions: { data: [{ current: true, user_agent: 'curl/8' }] } });
  const row = screen.getByRole('heading', { name: 'Sessions' }).closest('li')!;
  fireEvent.click(within(row).getByText('Try Again'));
  expect(await screen.findByText('This one with curl, and no other.')).toBeInTheDocument();
  expect(screen.getAllByText(/^This could not be read/)).toHaveLength(2);
});

test('/privacy withdraws a consent after a confirmation', async () => {
  signOutInAnotherTab();
  acceptConsent();
  await openScreen('/privacy');
  expect(screen.getByText(/^You have consented in this browser/)).toBeInTheDocument();
  await pressAll(['Withdraw', 'Withdraw consent']);
  expect(await screen.findByText(/^You have not consented in this browser/)).toBeInTheDocument();
});

test('/privacy lists what is stored, who had access, and how the user signs in', () => {
  const accesses = Array.from({ length: 3 }, () => ({ action: 'getUser', created_at: timestamp }));
  return expectTexts(
    '/privacy',
    {
      getPreferences: { findable: false },
      getStorageUsage: { total_records: 1, summary_breakdown: { 'IP records': 1, Friends: 0 } },
      listAccesses: { ...listOf(...accesses), totalAccess: 3 },
      listDevices: { data: [] },
      listSecondFactors: { data: [phone], recovery_codes_left: 3 },
      listSessions: { data: [{ ...phone, current: false, user_agent: 'curl/8' }] },
      listSignIns: {
        data: [{ created_at: timestamp, ip_address: '192.0.2.1', user_agent: 'x', result: 'wrong' }],
      },
    },
    [],
    '1 record: IP records 1.',
    'Other users cannot find you by a search.',
    'Agents viewed, changed or exported your record 3 times, most recently on',
    'from 192.0.2.1 with x: refused.',
    'Phone; 3 recovery codes left.',
    'This one, and 1 other.',
    'None. If wrong passwords lock your account, you cannot sign in either.',
    'No program has one of your tokens.',
    'You have not consented in this browser',
  );
});
