import { fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  accountOf,
  bankFile,
  loanWith,
  offsetFile,
  openWithFirst,
  transactions,
  withoutBalance,
} from '#test/add-file.ts';
import { createGate, fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { choose, csv } from '#test/loan-check.ts';
import { enter, field } from '#test/render-at.tsx';
import { signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const held = (balance: number) => ({ balances: [{ date: '2026-01-15', balance }] });

const heldLong = (balance: number) => ({
  balances: [{ date: '2026-01-01', balance: 1 }, ...held(balance).balances],
});

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

const selectNew = () => void fireEvent.change(field('Offset A is'), { target: { value: '0' } });

test.each<[string, ReturnType<typeof held>[], () => void]>([
  ['by default', [], () => undefined],
  ['where it is selected', [{ balances: [{ date: '2025-11-21', balance: 20_100 }] }], selectNew],
])(
  'a new account without balances in its file, whose response was lost, is not added twice %s',
  async (_, own, select) => {
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
    select();
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
  const [gate, listed] = [createGate(), createGate()];
  const { loan } = loanWith(accountOf([1, 19_900], [15, 20_000], [16, 19_950]));
  const added = respondTo('addToLoan', async () => {
    await gate.opened;
    return json({ msg: '', loan, figures, added: 1, recognised: 0, missing: [], joins: 'follows' });
  });
  await openWithFirst();
  choose(/^Offset account \(CSV/, offsetFile('one.csv', 20_000));
  await screen.findByText('1 offset account: A from 1 file.');
  respondTo('listLoans', () => listed.opened.then(() => json({ data: [], invitations: [] })));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  const next = ['13/02/2026,SALARY,50.00,20000.00', '14/02/2026,SHOP,-50.00,19950.00'];
  choose(/^Offset account \(CSV/, bankFile('next.csv', ...next));
  await screen.findByText('1 offset account: A from 2 files.');
  gate.open();
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 1'));
  listed.open();
  await waitFor(() => expect(screen.queryAllByText('one.csv')).toEqual([]));
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue('Offset 1');
});

test('an account that another owner adds meanwhile is that of the file where all days agree, and is named where one does', async () => {
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst();
  const rows = ['13/01/2026,A,200.00,5200.00', '14/01/2026,B,-100.00,5100.00', '13/02/2026,C,1.00,5101.00'];
  choose(/^Offset account \(CSV/, bankFile('longer.csv', ...rows));
  await screen.findByLabelText('Offset A is');
  respondTo('getLoan', () => json(loanWith(accountOf([1, 700], [14, 5_100]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() =>
    expect(field('Offset A is')).toHaveAccessibleDescription(
      'Offset 1 held the same. If it is this account, select it.',
    ),
  );
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
  respondTo('getLoan', () => json(loanWith(accountOf([1, 5_000], [13, 5_200], [14, 5_100]))));
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
  const own = [accountOf([1, 20_000], [13, 23_000], [26, 22_000]), accountOf([1, 100], [20, 5_100])];
  const added = respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst({ offset_accounts: own });
  choose(
    /^Offset account \(CSV/,
    bankFile('next.csv', '13/02/2026,A,200.00,5300.00', '14/02/2026,B,1.00,5301.00'),
  );
  expect(await screen.findByLabelText('Offset A is')).toHaveDisplayValue('Offset 2');
  respondTo('getLoan', () => json(loanWith(accountOf([1, 20_000], [13, 23_000], [26, 22_000]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 1'));
  expect(field('Offset A is')).toHaveAccessibleDescription(/held \$22,000\.00 before 13 February 2026/);
  expect(added[0]?.body).toMatchObject({ version: 1, offset_accounts: [{ account: 2 }] });
});

test('a new account that held nothing but for a day is recognised after its response was lost', async () => {
  respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst();
  const rows = ['13/01/2026,PAY,20000.00,20000.00', '20/01/2026,CAR,-20000.00,0.00'];
  choose(/^Offset account \(CSV/, bankFile('one.csv', ...rows));
  await screen.findByLabelText('Offset A is');
  respondTo('getLoan', () => json(loanWith(accountOf([1, 0], [13, 20_000], [20, 0]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(field('Offset A is')).toHaveDisplayValue('Offset 1'));
});

test('a file of a new account stays one when another owner adds an account that ends with its balance', async () => {
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  await openWithFirst();
  choose(
    /^Offset account \(CSV/,
    bankFile('next.csv', '13/02/2026,A,200.00,10200.00', '14/02/2026,B,1.00,10201.00'),
  );
  await screen.findByLabelText('Offset A is');
  respondTo('getLoan', () => json(loanWith(accountOf([1, 9_000], [20, 10_000]))));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  expect(await screen.findByRole('option', { name: 'Offset 1' })).toBeInTheDocument();
  expect(field('Offset A is')).toHaveDisplayValue('A new offset account');
});
