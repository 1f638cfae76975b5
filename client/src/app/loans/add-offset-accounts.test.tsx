import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { LoanFileFields } from './loan-file.ts';
import { accountOf, bankFile, offsetFile, openWithFirst } from '#test/add-file.ts';
import { fakeApi, refusal, respondTo } from '#test/fake-api.ts';
import { choose, csv } from '#test/loan-check.ts';
import { enter, field } from '#test/render-at.tsx';
import { signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const held = (balance: number) => ({ balances: [{ date: '2026-01-15', balance }] });

test('a file that ended within its last day leaves what the loan holds at the end of it, and one that goes on from there replaces it', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst({ offset_accounts: [busy] });
  const noon = ['14/01/2026,A,500.00,4500.00', '18/01/2026,B,50.00,4550.00', '20/01/2026,C,-30.00,4520.00'];
  choose(/^Offset account \(CSV/, bankFile('noon.csv', ...noon));
  await screen.findByLabelText('Offset A is');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  const balances = [{ balance: 4_000 }, { balance: 4_500 }, { balance: 4_550 }, { balance: 5_000 }];
  expect(added[0]?.body).toMatchObject({ offset_accounts: [{ balances }] });
  choose(
    /^Offset account \(CSV/,
    bankFile('next.csv', '24/01/2026,D,980.00,5500.00', '24/01/2026,E,1.00,5501.00'),
  );
  await screen.findByText('1 offset account: A from 2 files.');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added[1]?.body).toMatchObject({
    offset_accounts: [{ balances: [{}, {}, {}, { balance: 4_520 }, { balance: 5_501 }] }],
  });
});

test.each([
  ['states what was assumed of the account for the time before the first one', 20, 5_000],
  ['of an account that held another amount then leaves its first balance', 14, undefined],
])('an older file %s', async (_, second, opening) => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst({ offset_accounts: [accountOf([1, 5_150], [second, 700])] });
  const older = ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'];
  choose(/^Offset account \(CSV/, bankFile('older.csv', ...older));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  const { balances } = (added[0]!.body as LoanFileFields).offset_accounts![0]!;
  expect(balances.find(({ date }) => date === '2026-01-01')?.balance).toBe(opening);
});

const heldLong = (balance: number) => ({
  balances: [{ date: '2026-01-01', balance: 1 }, ...held(balance).balances],
});

function expectSame(account: string) {
  expect(field('Offset A is')).toHaveDisplayValue(account);
  expect(field('Offset A is')).toHaveAccessibleDescription('');
}

const quiet = accountOf([1, 20_000], [13, 23_000], [26, 22_000]);
const busy = accountOf([1, 4_000], [14, 4_500], [18, 4_550], [20, 5_000], [24, 5_500]);

test.each([
  [
    'of another account with rows on other days only',
    [quiet],
    ['12/01/2026,A,200.00,5200.00', '25/01/2026,B,-100.00,5100.00'],
    'Offset 1',
    /held \$23,000\.00 on 13 January 2026, and this account \$5,200\.00/,
  ],
  [
    'of another account before that of the loan',
    [accountOf([1, 20_000], [20, 23_000])],
    ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'],
    'Offset 1',
    /held \$20,000\.00 before 20 January 2026, and this account \$5,100\.00/,
  ],
  [
    'with a day that is equal by chance',
    [accountOf([13, 23_000], [20, 5_000], [26, 22_000]), busy],
    ['14/01/2026,A,500.00,4500.00', '18/01/2026,B,50.00,4550.00', '20/01/2026,C,450.00,5000.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'with a row that was posted late',
    [quiet, busy],
    ['14/01/2026,A,500.00,4500.00', '20/01/2026,C,480.00,4980.00', '24/01/2026,D,500.00,5480.00'],
    'Offset 2',
    /held \$4,550\.00 on 18 January 2026, and this account \$4,500\.00/,
  ],
  [
    'that ends within a day',
    [quiet, busy],
    ['14/01/2026,A,500.00,4500.00', '18/01/2026,B,50.00,4550.00', '20/01/2026,C,-30.00,4520.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'that ends where the account of the loan begins',
    [accountOf([1, 300], [20, 900]), accountOf([1, 5_100], [20, 700])],
    ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'that goes on within the last day of the loan',
    [accountOf([13, 900], [20, 950]), accountOf([13, 23_000], [20, 26_500])],
    ['20/01/2026,A,-26500.00,0.00', '21/01/2026,B,15000.00,15000.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'of another account with a day on which both hold nothing',
    [accountOf([1, 20_000], [13, 23_000], [22, 0])],
    ['20/01/2026,A,-50.00,0.00', '28/01/2026,B,5.00,5.00'],
    'Offset 1',
    /held \$23,000\.00 before 20 January 2026, and this account \$50\.00/,
  ],
  [
    'that is overdrawn',
    [accountOf([1, 300], [20, 900])],
    ['13/01/2026,A,-100.00,50.00', '14/01/2026,B,-100.00,-50.00'],
    'Offset 1',
    /held \$300\.00 before 20 January 2026, and this account -\$50\.00/,
  ],
])('a file %s has the account with the most equal days, and says what differs', async (...the) => {
  const [, offset_accounts, rows, name, difference] = the;
  await openWithFirst({ offset_accounts });
  choose(/^Offset account \(CSV/, bankFile('second.csv', ...rows));
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue(name);
  expect(field('Offset A is')).toHaveAccessibleDescription(difference);
});

test('an offset account is the one of the loan with its balances, and says where it holds another amount', async () => {
  await openWithFirst({ offset_accounts: [heldLong(700), heldLong(20_000), heldLong(900)] });
  choose(/^Offset account \(CSV/, offsetFile('second.csv', 20_000));
  await screen.findByLabelText('Offset A is');
  expectSame('Offset 2');
  fireEvent.change(field('Offset A is'), { target: { value: '1' } });
  expect(field('Offset A is')).toHaveAccessibleDescription(
    'Offset 1 held $700.00 on 15 January 2026, and this account $20,000.00. If it is another account, select that one, or a new one.',
  );
  // The file before ended within the day.
  fireEvent.click(screen.getByRole('button', { name: 'Remove second.csv' }));
  const day = ['15/01/2026,SALARY,100.00,900.00', '15/01/2026,SHOP,-50.00,850.00'];
  choose(/^Offset account \(CSV/, bankFile('third.csv', ...day, '16/01/2026,SHOP,-50.00,800.00'));
  await screen.findByRole('region', { name: 'third.csv' });
  expectSame('Offset 3');
  // No day is in both: what is held before the first day of the file.
  fireEvent.click(screen.getByRole('button', { name: 'Remove third.csv' }));
  choose(/^Offset account \(CSV/, offsetFile('next.csv', 20_100, '02'));
  await screen.findByRole('region', { name: 'next.csv' });
  expectSame('Offset 2');
  fireEvent.change(field('Offset A is'), { target: { value: '1' } });
  expect(field('Offset A is')).toHaveAccessibleDescription(
    /^Offset 1 held \$700.00 before 15 February 2026, and this account \$20,000.00/,
  );
});

test('offset accounts in one file have a balance and an account of the loan each', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  const offset_accounts = [held(300), held(400)];
  await openWithFirst({ offset_accounts });
  const rows = ['083-111 5.5', '062-999 444'].flatMap((number) => [
    `15/01/2026,SALARY,100.00,${number}`,
    `16/01/2026,RENT,-50.00,${number}`,
  ]);
  choose(/^Offset account \(CSV/, csv(['Date,Description,Amount,Account', ...rows].join('\n'), 'both.csv'));
  expect(await screen.findByLabelText('Offset B is')).toHaveDisplayValue('Offset 2');
  enter(/^Offset A, Balance/, '1k');
  enter(/^Offset B, Balance/, '20k');
  fireEvent.change(field('Offset A is'), { target: { value: '2' } });
  expect(field('Offset B is')).toHaveDisplayValue('Offset 1');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({
    offset_accounts: [
      { account: 2, balances: [{ balance: 1_100 }, { balance: 1_050 }] },
      { account: 1, balances: [{ balance: 20_100 }, { balance: 20_050 }] },
    ],
  });
});
