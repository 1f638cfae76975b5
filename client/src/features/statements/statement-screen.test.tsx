import { readFileSync } from 'node:fs';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '#api/save-file.ts';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { errorOf, renderAt } from '#test/render-at.tsx';
import { loan } from '#test/render-screen.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sample from '../../../../content/sample-statement.json';
import { lastChecks } from './last-check.ts';
import StatementScreen from './statement-screen.tsx';

vi.mock('#api/save-file.ts');
fakeApi();
beforeEach(() => lastChecks.clear());

const open = (hash = '') => renderAt('/finance/check', StatementScreen, `/finance/check${hash}`);
const press = (text: string) => fireEvent.click(screen.getAllByText(text, { selector: '.button' })[0]!);
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const choose = (label: RegExp, ...files: File[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files } });
const csv = (text: string, name = 'loan.csv') => new File([text], name, { type: 'text/csv' });

/** Presses Save and resolves to what is saved. */
async function savedInput() {
  const requests = respondTo('createCalculation', () =>
    json({ msg: 'Calculation saved.', calculation: { ...loan, kind: 'statement' } }),
  );
  press('Save');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  return (requests[0]!.body as { input: typeof sample }).input;
}

test('the sample is checked on the device, its verdict names the charges and their cause, and only saving sends it, without texts', async () => {
  signInUser();
  const requests = respondTo('checkStatement', () => json({}));
  open();
  press('Load the sample file');
  expect(
    await screen.findByText(/^49 rows from 20 January 2024 .*, 14 interest charges\.$/),
  ).toBeInTheDocument();
  expect(await screen.findByText(/^Offset A, 222 rows from/)).toBeInTheDocument();
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  expect(
    screen.getByText(
      '4 charges from 15 June 2024 to 15 September 2024 are what you would pay without your offset account: $603.56 more in all.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText('Copy Link')).toBeNull();
  press('Letter');
  const letter = await screen.findByLabelText<HTMLTextAreaElement>('Letter to your bank');
  expect(letter.value).toContain('charged $2,120.45, expected $1,967.68, difference $152.77');
  expect(letter.value).toContain('Please tell me how these charges were calculated');
  fireEvent.click(within(screen.getByRole('dialog')).getByText('CLOSE'));

  expect(requests).toHaveLength(0);
  const input = await savedInput();
  const [first] = sample.transactions;
  // Those of the offset account begin with the last charge before the file.
  const start = sample.previous_charge_date;
  const { balance } = sample.offset_balances.findLast(({ date }) => date <= start)!;
  expect(input).toEqual({
    ...sample,
    offset_balances: [{ date: start, balance }, ...sample.offset_balances.filter(({ date }) => date > start)],
    opening_balance: first!.balance - first!.amount,
    transactions: sample.transactions.map(({ balance: _balance, ...row }) => row),
  });

  type(/^Interest Was Last Charged On/, '2024-01-14');
  expect(await screen.findByText('TERMS CHANGED')).toBeInTheDocument();
  expect(screen.getByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
});

const twoRows = 'Date,Description,Amount\n15/01/2026,Interest charged,-100.00\n20/01/2026,Repayment,500.00\n';

test('numbers are read as everywhere: a text that is none is refused beside its field, and nothing is checked', async () => {
  signInUser();
  open();
  press('Check');
  expect(await screen.findByText('Choose the file of your loan account first.')).toBeInTheDocument();
  choose(/^Loan account/, csv(twoRows));
  await screen.findByLabelText('Owed Before the First Row');
  await waitFor(() => expect(screen.queryByText('Choose the file of your loan account first.')).toBeNull());
  choose(/^Offset account/, csv('Date,Amount\n16/01/2026,5.00\n', 'offset.csv'));
  await screen.findByLabelText('Offset A, Balance before the First Row');
  press('It adds');
  press('An account without a file');
  press('Add a rate');
  type('From', '2026-01-01');
  const fields = [
    'Owed Before the First Row',
    'Offset A, Balance before the First Row',
    'Balance on All Days',
    'Rate (%)',
  ];
  for (const [text, refusal] of [
    ['', 'Required.'],
    ['twenty thousand', 'Must be a number.'],
  ] as const) {
    for (const field of fields) type(field, text);
    press('Check');
    await waitFor(() => expect(fields.map(errorOf)).toEqual(fields.map(() => refusal)));
  }
  expect(screen.queryByText('TOO LITTLE TO CHECK')).toBeNull();
  for (const field of fields.slice(0, 3)) type(field, '24.8k');
  type('Rate (%)', '6.14 % p.a.');
  press('Check');
  expect(await screen.findByText('TOO LITTLE TO CHECK')).toBeInTheDocument();
  expect(await savedInput()).toEqual({
    transactions: [
      { date: '2026-01-15', amount: 100, kind: 'interest' },
      { date: '2026-01-20', amount: -500 },
    ],
    opening_balance: 24_800,
    rates: [{ from: '2026-01-01', annual_interest_rate: '6.14' }],
    offset_balances: [
      { date: '2026-01-15', balance: 49_600 },
      { date: '2026-01-16', balance: 49_605 },
    ],
  });
});

test('a refused row is named as in the file', async () => {
  open();
  choose(/^Loan account/, csv(twoRows.replace('500.00', '9000000000000.00')));
  await screen.findAllByText(/^2 rows/);
  type('Owed Before the First Row', '1');
  press('Check');
  expect(await screen.findByText(/^Row 3, Amount: Must be at least -1000000000000/)).toBeInTheDocument();
});

test('a kind that is corrected changes the count of charges, a row that is left out is named below the result, and the row can be taken in again', async () => {
  open();
  choose(/^Loan account/, csv(twoRows));
  expect(await screen.findAllByText(/, 1 interest charge\.$/)).toHaveLength(2);
  type('Kind of row 3', 'interest');
  expect(await screen.findAllByText(/, 2 interest charges\.$/)).toHaveLength(2);

  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 3' }));
  type('Why row 3 is left out', 'Counted twice');
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 3' }));
  expect(await screen.findByText('Row 3: Counted twice')).toBeInTheDocument();
  type('Owed Before the First Row', '20k');
  press('Check');
  // Below the result, and on paper.
  expect(await screen.findAllByText('Left out by hand: Row 3: Counted twice.')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Take in row 3' }));
  expect(await screen.findAllByText(/^2 rows/)).toHaveLength(2);
});

test('a refused file is named with what to do instead, and so is one that is here already', async () => {
  open();
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'), csv(twoRows), csv(twoRows, 'copy.csv'));
  expect(
    await screen.findByText(/^statement\.pdf: This is a PDF\. We do not guess figures/),
  ).toBeInTheDocument();
  expect(await screen.findByText('copy.csv is here already.')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
});

/** A bank's files, as the reader's own cases have them. */
const caseFile = (name: string) => csv(readFileSync(`${caseFolder}/${name}`, 'utf8'), name);
const caseFolder = `${import.meta.dirname}/../../../../engine/test/account-files`;

test('an account in a file is used as the person says, another loan is not used, and a row left out by its words is taken in', async () => {
  open();
  choose(/^Loan account/, caseFile('d42-1.csv'));
  const savings = await screen.findByLabelText('Account 062-999 10203040');
  expect(savings).toHaveDisplayValue('Not used');
  fireEvent.change(savings, { target: { value: 'offset' } });
  expect(await screen.findByText('1 offset account: A from 1 file.')).toBeInTheDocument();
  for (const account of ['062-999 10203040', '083-111 55556666']) {
    type(`Account ${account}`, 'unused');
    await waitFor(() => expect(screen.getByLabelText(`Account ${account}`)).toHaveValue('unused'));
  }
  expect(await screen.findByText('No account of this file is used.')).toBeInTheDocument();
  press('Clear Form');

  choose(/^Loan account/, caseFile('d40-1.csv'), caseFile('d40-2.csv'));
  fireEvent.click(await screen.findByRole('button', { name: 'Two accounts' }));
  expect(await screen.findByText(/^Another account, not used, 7 rows/)).toBeInTheDocument();
  expect(screen.queryByText(/Are they one account/)).toBeNull();
  press('Clear Form');

  choose(/^Loan account/, csv(`${twoRows}21/01/2026,Pending,7.00\n`));
  fireEvent.click(await screen.findByRole('button', { name: 'Take in row 4' }));
  expect(await screen.findAllByText(/^3 rows/)).toHaveLength(2);
});

test('the balance of an OFX file fills what was owed, and does not prove that the file is whole', async () => {
  open();
  choose(/^Loan account/, caseFile('d58-1.ofx'));
  await waitFor(() => expect(screen.getByLabelText('Owed Before the First Row')).toHaveValue('443,000.62'));
  expect(
    screen.getByText('By the file’s balance of $435,607.73 on 16 April 2025, if no row is younger.'),
  ).toBeInTheDocument();
  type(/^Interest Was Last Charged On/, '2024-08-13');
  press('Check');
  expect(await screen.findByText(/^This file states no balances/)).toBeInTheDocument();
  expect(screen.queryByText(/DIFFER/)).toBeNull();
});

test('nothing is checked while a question at a file is open, and the focus is on it', async () => {
  open();
  choose(/^Loan account/, caseFile('d65-1.csv'));
  type(/^Interest Was Last Charged On/, '2024-06-05');
  const order = await screen.findByLabelText('Order of Dates');
  const question = 'Is “05/07/2024” the 5th of July or the 7th of May?';
  expect(screen.getByText(question)).toBeInTheDocument();
  expect(await screen.findByText('d65-1.csv: 6 rows. 1 question.')).toBeInTheDocument();
  await waitFor(() => expect(order).toHaveFocus());
  press('Check');
  expect(await screen.findByText('Answer the questions at your files first.')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: question })).toHaveFocus();
  expect(screen.queryByText(/CHARGES? EXPLAINED/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Order of Dates'), { target: { value: 'day' } });
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  expect(screen.getByLabelText('Order of Dates')).toBe(order);
  expect(order).toHaveValue('day');
  press('Check');
  expect(await screen.findByText('EVERY CHARGE EXPLAINED')).toBeInTheDocument();
});

test('a charge that differs is not shown, saved or exported before the reading is confirmed, and without balances not after it either', async () => {
  signInUser();
  open();
  choose(/^Loan account/, caseFile('d32-1.csv'));
  type(/^Interest Was Last Charged On/, '2023-04-14');
  await screen.findByLabelText('Owed Before the First Row');
  type('Owed Before the First Row', '416,406.39');
  press('Check');
  expect(await screen.findByText('FIRST CONFIRM HOW WE READ YOUR FILES')).toBeInTheDocument();
  const result = screen.getByRole('region', { name: 'Result' });
  expect(result).toHaveTextContent('7 of 8 interest charges are explained.');
  expect(document.body).not.toHaveTextContent(/differ|\$20\.00/i);
  for (const name of ['Letter', 'Save']) expect(screen.queryByRole('button', { name })).toBeNull();
  vi.mocked(saveFile).mockClear();
  press('CSV');
  const [blob] = vi.mocked(saveFile).mock.calls[0]!;
  expect(await blob.text()).toContain('2023-08-14,2023-07-14,2023-08-13,31,');
  expect(await blob.text()).not.toMatch(/differs|2076\.56/);

  fireEvent.click(within(result).getByRole('button', { name: 'No' }));
  expect(screen.getByLabelText('Owed After the Last Row')).toHaveFocus();
  fireEvent.click(within(result).getByRole('button', { name: 'Yes' }));
  // Without balances, no answer proves it.
  expect(await screen.findByText('7 OF 8 CHARGES EXPLAINED, 1 NOT CHECKED')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/differs|\$20\.00/i);
  for (const name of ['Letter', 'Save']) expect(screen.queryByRole('button', { name })).toBeNull();
  // Other files are another reading.
  const lines = readFileSync(`${caseFolder}/d32-1.csv`, 'utf8').split('\n').slice(0, 3);
  choose(/^Loan account/, csv(lines.join('\n').replaceAll('/2023', '/2024'), 'more.csv'));
  await screen.findByRole('region', { name: 'more.csv' });
  press('Check');
  expect(await screen.findByText('FIRST CONFIRM HOW WE READ YOUR FILES')).toBeInTheDocument();
});

test('a row that is wrongly marked as interest accuses nobody: the charges that rest on it are not checked, and not saved', async () => {
  signInUser();
  open();
  choose(/^Loan account/, caseFile('d28-1.csv'));
  type(/^Interest Was Last Charged On/, '2023-12-03');
  fireEvent.change(await screen.findByLabelText('Kind of row 6'), { target: { value: 'interest' } });
  await screen.findAllByText(/, 9 interest charges/);
  press('Check');
  expect(await screen.findByText('7 OF 9 CHARGES EXPLAINED, 2 NOT CHECKED')).toBeInTheDocument();
  expect(
    screen.getByText(
      'The charge on 3 March 2024 is not checked: it rests on what you answered or corrected, which no balance proves.',
    ),
  ).toBeInTheDocument();
  for (const name of ['Letter', 'Save']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a charge outside of the days of the offset account is not shown before its balance there is confirmed, and a pasted table can be checked for those days only', async () => {
  open();
  const loanAccount = screen.getByLabelText(/^Loan account/);
  fireEvent.paste(loanAccount, {
    clipboardData: { files: [], getData: () => readFileSync(`${caseFolder}/d54-1.csv`, 'utf8') },
  });
  await screen.findByRole('region', { name: 'Pasted table' });
  choose(/^Offset account/, caseFile('d54-2.csv'));
  await screen.findByText(/^Offset A, 6 rows from/);
  type(/^Interest Was Last Charged On/, '2023-11-15');
  press('Check');
  expect(await screen.findByText(/We take \$40,000\.00 before and \$49,054\.84 after/)).toBeInTheDocument();
  expect(screen.queryByText(/DIFFERS/)).toBeNull();
  press('Check only 21 April 2024 to 24 June 2024');
  expect(
    await screen.findByText('We need 3 interest charges with a known start. This file has 2.'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/DIFFERS/)).toBeNull();
});

test('the rows and the offset balances that are checked are saved as CSV: with what is typed, and only the days that are checked', async () => {
  open();
  choose(/^Loan account/, caseFile('d54-1.csv'));
  await screen.findAllByText(/^16 rows/);
  vi.mocked(saveFile).mockClear();
  const saved = async (button: string) => {
    vi.mocked(saveFile).mockClear();
    press(button);
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    return (await vi.mocked(saveFile).mock.calls[0]![0].text()).trim().split(/\r?\n/).slice(1);
  };
  expect(screen.queryByText('Offset as CSV')).toBeNull();
  press('An account without a file');
  type('Balance on All Days', '1000');
  await screen.findAllByText('Offset as CSV');
  expect(await saved('Offset as CSV')).toEqual(['2023-11-23,1000.00']);
  choose(/^Offset account \(CSV/, csv('Date,Amount\n28/11/2023,-5.00\n29/11/2023,5.00\n', 'plain.csv'));
  type(
    await screen.findByLabelText('Offset A, Balance before the First Row').then(() => /^Offset A, B/),
    '70',
  );
  expect(await saved('Offset as CSV')).toEqual([
    '2023-11-23,1070.00',
    '2023-11-28,1065.00',
    '2023-11-29,1070.00',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove plain.csv' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'plain.csv' })).toBeNull());
  choose(/^Offset account \(CSV/, caseFile('d54-2.csv'));
  await screen.findByText(/^Offset A, 6 rows from/);
  type(/^Interest Was Last Charged On/, '2023-11-15');
  expect(await saved('Rows as CSV')).toHaveLength(16);
  type('Balance on All Days', '0');
  press('Check');
  press((await screen.findByText(/^Check only/)).textContent);
  await waitFor(async () => expect(await saved('Rows as CSV')).toHaveLength(4));
});

test('a check ends with the session, also while its screen is open and the session ends in another tab', async () => {
  signInUser();
  open();
  choose(/^Loan account/, csv(twoRows));
  await screen.findAllByText(/^2 rows/);
  act(signOutInAnotherTab);
  await waitFor(() => expect(screen.queryAllByText(/^2 rows/)).toHaveLength(0));
});

test('files, what was typed, and the result are there again after a visit to another screen and a sign-in, until the form is cleared or the user signs out', async () => {
  const { router } = open();
  choose(/^Loan account/, csv(twoRows));
  await screen.findAllByText(/^2 rows/);
  type('Owed Before the First Row', '20k');
  type(/^Interest Was Last Charged On/, '2025-12-15');
  press('Check');
  await screen.findByText('TOO LITTLE TO CHECK');
  const leaveAndReturn = async (meanwhile: () => void) => {
    await act(() => router.navigate('/finance/loan-calculator'));
    expect(screen.queryByLabelText(/^Interest Was Last Charged On/)).toBeNull();
    act(meanwhile);
    await act(() => router.navigate(-1));
  };
  await leaveAndReturn(signInUser);
  expect(screen.getAllByText(/^2 rows/)).not.toHaveLength(0);
  expect(screen.getByLabelText('Owed Before the First Row')).toHaveValue('20,000');
  expect(screen.getByLabelText(/^Interest Was Last Charged On/)).toHaveValue('2025-12-15');
  expect(screen.getByText('TOO LITTLE TO CHECK')).toBeInTheDocument();
  press('Clear Form');
  await waitFor(() => expect(screen.queryAllByText(/^2 rows/)).toHaveLength(0));
  expect(screen.getByLabelText(/^Interest Was Last Charged On/)).toHaveValue('');
  expect(screen.queryByText('TOO LITTLE TO CHECK')).toBeNull();
  choose(/^Loan account/, csv(twoRows));
  await screen.findAllByText(/^2 rows/);
  await leaveAndReturn(signOutInAnotherTab);
  expect(screen.queryAllByText(/^2 rows/)).toHaveLength(0);
});

test('a saved check opens with its result, what is added to its rows is not certain, and the rates that were found can be used', async () => {
  signInUser();
  const calculation = { name: 'My loan', kind: 'statement', input: sample };
  respondTo('getCalculation', () => json({ calculation, changes: [] }));
  open('#saved=01930a4e-7c00-7000-8000-000000000006');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  // The same offset account, of which a file states no balances.
  const [start, ...days] = sample.offset_balances;
  const moves = days.map(({ date, balance }, index) => {
    const before = sample.offset_balances[index]!.balance;
    return `${date.split('-').toReversed().join('/')},${(balance - before).toFixed(2)}`;
  });
  choose(/^Offset account \(CSV/, csv(['Date,Amount', ...moves].join('\n'), 'plain.csv'));
  await screen.findByLabelText(/^Offset A, B/);
  type(/^Offset A, B/, String(start!.balance));
  press('Check');
  await screen.findByText('10 OF 14 CHARGES EXPLAINED, 4 NOT CHECKED');
  fireEvent.click(screen.getByRole('button', { name: 'Remove plain.csv' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'plain.csv' })).toBeNull());
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  press('Use the rates we found');
  expect(await screen.findByRole('heading', { name: 'Your rates' })).toBeInTheDocument();
  expect(screen.getByLabelText('Rate (%)')).toHaveValue('6.14');
});
