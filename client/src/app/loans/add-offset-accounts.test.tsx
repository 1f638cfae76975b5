import { fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import { beforeEach, expect, test } from 'vitest';
import { bankFile, openWithFirst, transactions, withoutBalance } from '#test/add-file.ts';
import { createGate, fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { choose, csv } from '#test/loan-check.ts';
import { enter, field } from '#test/render-at.tsx';
import { signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const offsetFile = (name: string, balance: number, month = '01') =>
  bankFile(
    name,
    `15/${month}/2026,SALARY,100.00,${balance}.00`,
    `16/${month}/2026,SHOP,-50.00,${balance - 50}.00`,
  );

const held = (balance: number) => ({ balances: [{ date: '2026-01-15', balance }] });

/** The loan has an account more after each addition. */
function addAccounts(gate?: { opened: Promise<void> }) {
  let version = 1;
  const offset_accounts = [held(20_000)];
  const added = respondTo('addToLoan', async () => {
    await gate?.opened;
    version++;
    const loan = { ...exampleLoan, version, input: { transactions, offset_accounts: [...offset_accounts] } };
    offset_accounts.push(held(5_000));
    return json({ msg: '', loan, figures, added: 1, recognised: 0, missing: [], joins: 'follows' });
  });
  return added;
}

test('a new offset account of a file that is chosen while another is being added is not the one that was added', async () => {
  const gate = createGate();
  const added = addAccounts(gate);
  await openWithFirst();
  choose(/^Offset account \(CSV/, offsetFile('one.csv', 20_000));
  await screen.findByText('1 offset account: A from 1 file.');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  choose(/^Offset account \(CSV/, offsetFile('two.csv', 5_200, '02'));
  expect(await screen.findByLabelText('Offset B is')).toHaveDisplayValue('A new offset account');
  gate.open();
  await waitFor(() => expect(screen.queryAllByText('one.csv')).toEqual([]));
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue('A new offset account');
});

/** Before the loan's first row, and at the end of both days. */
const addedBalances = (highest: number) =>
  [highest - 100, highest, highest - 50].map((balance) => ({ balance }));

test('new offset accounts are added one after the other, with the version of the loan that they are new to', async () => {
  const added = addAccounts();
  await openWithFirst();
  choose(/^Offset account \(CSV/, offsetFile('one.csv', 20_000), offsetFile('two.csv', 5_200));
  expect(await screen.findByLabelText('Offset B is')).toHaveDisplayValue('A new offset account');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added.map(({ body }) => body)).toMatchObject([
    {
      version: 1,
      transactions: [{}, {}],
      offset_accounts: [{ account: 1, balances: addedBalances(20_000) }],
    },
    { version: 2, offset_accounts: [{ account: 2, balances: addedBalances(5_200) }] },
  ]);
  await waitFor(() => expect(screen.queryAllByText('one.csv')).toEqual([]));
});

test('a new offset account is held from the first row on, also where that is added with it', async () => {
  const added = addAccounts();
  await openWithFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
  const rows = ['20/12/2025,REPAYMENT,500.00,-399600.00', '21/12/2025,INTEREST CHARGED,-400.00,-400000.00'];
  choose(/^Loan account/, bankFile('earlier.csv', ...rows));
  choose(/^Offset account \(CSV/, offsetFile('one.csv', 20_000));
  await screen.findByLabelText('Offset A is');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({
    offset_accounts: [{ balances: [{ date: '2025-12-20', balance: 19_900 }, {}, {}] }],
  });
});

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

test('an older file states what was assumed of the account for the time before the first one', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst({ offset_accounts: [account([1, 5_100], [20, 700])] });
  const older = ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'];
  choose(/^Offset account \(CSV/, bankFile('older.csv', ...older));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  const [, ...days] = account([1, 0], [13, 5_200], [14, 5_100]).balances;
  expect(added[0]?.body).toMatchObject({
    offset_accounts: [{ account: 1, balances: [{ date: '2026-01-01', balance: 5_000 }, ...days] }],
  });
});

const heldLong = (balance: number) => ({
  balances: [{ date: '2026-01-01', balance: 1 }, ...held(balance).balances],
});

function expectSame(account: string) {
  expect(field('Offset A is')).toHaveDisplayValue(account);
  expect(field('Offset A is')).toHaveAccessibleDescription('');
}

const account = (...days: [day: number, balance: number][]) => ({
  balances: days.map(([day, balance]) => ({ date: `2026-01-${String(day).padStart(2, '0')}`, balance })),
});
const quiet = account([1, 20_000], [13, 23_000], [26, 22_000]);
const busy = account([1, 4_000], [14, 4_500], [18, 4_550], [20, 5_000], [24, 5_500]);

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
    [account([1, 20_000], [20, 23_000])],
    ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'],
    'Offset 1',
    /held \$20,000\.00 before 20 January 2026, and this account \$5,100\.00/,
  ],
  [
    'with a day that is equal by chance',
    [account([13, 23_000], [20, 5_000], [26, 22_000]), busy],
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
    [account([1, 300], [20, 900]), account([1, 5_100], [20, 700])],
    ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'that goes on within the last day of the loan',
    [account([13, 900], [20, 950]), account([13, 23_000], [20, 26_500])],
    ['20/01/2026,A,-26500.00,0.00', '21/01/2026,B,15000.00,15000.00'],
    'Offset 2',
    /^$/,
  ],
  [
    'of another account with a day on which both hold nothing',
    [account([1, 20_000], [13, 23_000], [22, 0])],
    ['20/01/2026,A,-50.00,0.00', '28/01/2026,B,5.00,5.00'],
    'Offset 1',
    /held \$23,000\.00 before 20 January 2026, and this account \$50\.00/,
  ],
  [
    'that is overdrawn',
    [account([1, 300], [20, 900])],
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

/** The loan as it is after an addition. */
const loanWith = (...offset_accounts: object[]) => ({
  loan: { ...exampleLoan, version: 2, input: { transactions, offset_accounts } },
  figures,
});

test.each([[[]], [[{ balances: [{ date: '2025-11-21', balance: 20_100 }] }]]])(
  'a new account without balances in its file, whose response was lost, is not added twice beside %j',
  async (own) => {
    const balances = [
      { date: '2025-11-21', balance: 20_100 },
      { date: '2025-11-22', balance: 20_050 },
    ];
    respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
    await openWithFirst({ offset_accounts: own });
    fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
    choose(/^Offset account \(CSV/, withoutBalance('savings.csv'));
    await screen.findByLabelText(/^Offset A, Balance/);
    enter(/^Offset A, Balance/, '20k');
    fireEvent.change(field('Offset A is'), { target: { value: '0' } });
    const add = await screen.findByRole('button', { name: /^Add/ });
    respondTo('getLoan', () => json(loanWith(...own, { balances })));
    fireEvent.click(add);
    expect(await screen.findByText('Nothing new in this file.')).toBeInTheDocument();
    expect(field('Offset A is')).toHaveDisplayValue(`Offset ${own.length + 1}`);
    // Also with another balance before the first row.
    enter(/^Offset A, Balance/, '21k');
    expect(field('Offset A is')).toHaveDisplayValue(`Offset ${own.length + 1}`);
    expect(field('Offset A is')).toHaveAccessibleDescription(/held \$20,050\.00 on 22 November 2025/);
  },
);

test('a new account whose response was lost stays recognised when another account is selected', async () => {
  const rows = [
    '15/01/2026,SALARY,100.00,20000.00,083-111 555',
    '16/01/2026,SHOP,-50.00,19950.00,083-111 555',
  ];
  const others = ['15/02/2026,SALARY,100.00,800.00,062-999 444', '16/02/2026,SHOP,-50.00,750.00,062-999 444'];
  const text = ['Date,Description,Amount,Balance,Account', ...rows, ...others].join('\n');
  const own = [heldLong(700)];
  const balances = [19_900, 20_000, 19_950].map((balance, index) => ({
    date: ['2026-01-01', '2026-01-15', '2026-01-16'][index]!,
    balance,
  }));
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst({ offset_accounts: own });
  choose(/^Offset account \(CSV/, csv(text, 'both.csv'));
  await screen.findByLabelText('Offset B is');
  for (const name of ['Offset A is', 'Offset B is'])
    fireEvent.change(field(name), { target: { value: '0' } });
  respondTo('getLoan', () => json(loanWith(...own, { balances })));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 2'));
  fireEvent.change(field('Offset B is'), { target: { value: '1' } });
  fireEvent.change(field('Offset B is'), { target: { value: '0' } });
  expect(field('Offset A is')).toHaveDisplayValue('Offset 2');
  const next = [rows[1], '17/02/2026,SALARY,50.00,20000.00,083-111 555'].join('\n');
  choose(/^Offset account \(CSV/, csv(`Date,Description,Amount,Balance,Account\n${next}`, 'next.csv'));
  await screen.findByText(/A from 2 files/);
  expect(field('Offset A is')).toHaveDisplayValue('Offset 2');
});

test('the next file of a new account that is chosen while the account is being added is of that account', async () => {
  const gate = createGate();
  const added = addAccounts(gate);
  await openWithFirst();
  choose(/^Offset account \(CSV/, offsetFile('one.csv', 20_000));
  await screen.findByText('1 offset account: A from 1 file.');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  const next = ['13/02/2026,SALARY,50.00,20000.00', '14/02/2026,SHOP,-50.00,19950.00'];
  choose(/^Offset account \(CSV/, bankFile('next.csv', ...next));
  await screen.findByText('1 offset account: A from 2 files.');
  gate.open();
  await waitFor(() => expect(screen.queryAllByText('one.csv')).toEqual([]));
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue('Offset 1');
});

test('an account that another owner adds meanwhile is that of the file where all days agree, and is named where one does', async () => {
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst();
  const rows = ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00', '13/02/2026,C,1.00,5101.00'];
  choose(/^Offset account \(CSV/, bankFile('longer.csv', ...rows));
  await screen.findByLabelText('Offset A is');
  respondTo('getLoan', () => json(loanWith(account([1, 700], [14, 5_100]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() =>
    expect(field('Offset A is')).toHaveAccessibleDescription(
      'Offset 1 held the same. If it is this account, select it.',
    ),
  );
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
  respondTo('getLoan', () => json(loanWith(account([1, 5_000], [13, 5_200], [14, 5_100]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 1'));
});

test('the account that is selected stays when an earlier file of it is chosen, or the file is removed on which it was selected', async () => {
  await openWithFirst({ offset_accounts: [{ balances: [{ date: '2026-03-01', balance: 700 }] }] });
  choose(/^Offset account \(CSV/, offsetFile('second.csv', 20_050, '02'));
  await screen.findByLabelText('Offset A is');
  fireEvent.change(field('Offset A is'), { target: { value: '0' } });
  choose(/^Offset account \(CSV/, offsetFile('first-month.csv', 20_000));
  await screen.findByText('1 offset account: A from 2 files.');
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
  fireEvent.click(screen.getByRole('button', { name: 'Remove second.csv' }));
  await screen.findByText('1 offset account: A from 1 file.');
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
});

test('a file whose account the loan has no longer is not added to it, and says so before', async () => {
  const own = [quiet, account([1, 100], [20, 5_100])];
  const added = respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst({ offset_accounts: own });
  choose(
    /^Offset account \(CSV/,
    bankFile('next.csv', '13/02/2026,A,200.00,5300.00', '14/02/2026,B,1.00,5301.00'),
  );
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue('Offset 2');
  respondTo('getLoan', () => json(loanWith(quiet)));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 1'));
  expect(field('Offset A is')).toHaveAccessibleDescription(/held \$22,000\.00 before 13 February 2026/);
  expect(added[0]?.body).toMatchObject({ version: 1, offset_accounts: [{ account: 2 }] });
});

test('a file of a new account stays one when another owner adds an account that ends with its balance', async () => {
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst();
  choose(
    /^Offset account \(CSV/,
    bankFile('next.csv', '13/02/2026,A,200.00,10200.00', '14/02/2026,B,1.00,10201.00'),
  );
  await screen.findByLabelText('Offset A is');
  respondTo('getLoan', () => json(loanWith(account([1, 9_000], [20, 10_000]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  expect(await screen.findByRole('option', { name: 'Offset 1' })).toBeInTheDocument();
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
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
