import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import { errorOf, renderAt } from '#test/render-at.tsx';
import { loan } from '#test/render-screen.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sample from '../../../../content/sample-statement.json';
import { lastChecks } from './last-check.ts';
import StatementScreen from './statement-screen.tsx';

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
  expect(await screen.findByText(/^222 rows from/)).toBeInTheDocument();
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
  expect(input).toEqual({
    ...sample,
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
  await screen.findByLabelText('Balance before the First Row');
  press('Add a rate');
  type('From', '2026-01-01');
  const fields = ['Owed Before the First Row', 'Balance before the First Row', 'Rate (%)'];
  for (const [text, refusal] of [
    ['', 'Required.'],
    ['twenty thousand', 'Must be a number.'],
  ] as const) {
    for (const field of fields) type(field, text);
    press('Check');
    await waitFor(() => expect(fields.map(errorOf)).toEqual([refusal, refusal, refusal]));
  }
  expect(screen.queryByText('TOO LITTLE TO CHECK')).toBeNull();
  for (const field of fields.slice(0, 2)) type(field, '24.8k');
  type('Rate (%)', '6.14 % p.a.');
  press('Check');
  expect(await screen.findByText('TOO LITTLE TO CHECK')).toBeInTheDocument();
  expect(await savedInput()).toEqual({
    transactions: [
      { date: '2026-01-15', amount: 100, kind: 'interest' },
      { date: '2026-01-20', amount: -500 },
    ],
    opening_balance: '24800',
    rates: [{ from: '2026-01-01', annual_interest_rate: '6.14' }],
    offset_balances: [{ date: '2026-01-16', balance: 24_805 }],
  });
});

test('a refused row is named as in the file', async () => {
  open();
  choose(/^Loan account/, csv(twoRows.replace('500.00', '9000000000000.00')));
  await screen.findByText(/^2 rows/);
  type('Owed Before the First Row', '1');
  press('Check');
  expect(await screen.findByText(/^Row 3, Amount: Must be at least -1000000000000/)).toBeInTheDocument();
});

test('a kind that is corrected changes the count of charges, and a row that cannot be read keeps the file', async () => {
  open();
  choose(/^Loan account/, csv(twoRows));
  expect(await screen.findByText(/, 1 interest charge\.$/)).toBeInTheDocument();
  type(await screen.findByLabelText('Kind of row 3').then(() => 'Kind of row 3'), 'interest');
  expect(await screen.findByText(/, 2 interest charges\.$/)).toBeInTheDocument();
  type('Column 3, Amount', 'balance');
  await waitFor(() => expect(screen.queryByText(/interest charges/)).toBeNull());
});

test('a PDF is refused with what to do instead', async () => {
  open();
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'));
  expect(
    await screen.findByText('statement.pdf: This file cannot be read as CSV. It is a PDF.'),
  ).toBeInTheDocument();
  expect(screen.getByText(/^Export the transactions of the account/)).toBeInTheDocument();
});

test('files, what was typed, and the result are there again after a visit to another screen and a sign-in, until the form is cleared or the user signs out', async () => {
  const { router } = open();
  choose(/^Loan account/, csv(twoRows));
  await screen.findByText(/^2 rows/);
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
  expect(screen.getByText(/^2 rows/)).toBeInTheDocument();
  expect(screen.getByLabelText('Owed Before the First Row')).toHaveValue('20,000');
  expect(screen.getByLabelText(/^Interest Was Last Charged On/)).toHaveValue('2025-12-15');
  expect(screen.getByText('TOO LITTLE TO CHECK')).toBeInTheDocument();
  press('Clear Form');
  await waitFor(() => expect(screen.queryByText(/^2 rows/)).toBeNull());
  expect(screen.getByLabelText(/^Interest Was Last Charged On/)).toHaveValue('');
  expect(screen.queryByText('TOO LITTLE TO CHECK')).toBeNull();
  choose(/^Loan account/, csv(twoRows));
  await screen.findByText(/^2 rows/);
  await leaveAndReturn(signOutInAnotherTab);
  expect(screen.queryByText(/^2 rows/)).toBeNull();
});

test('a saved check opens with its result, and the rates that were found can be used', async () => {
  signInUser();
  const calculation = { name: 'My loan', kind: 'statement', input: sample };
  respondTo('getCalculation', () => json({ calculation, changes: [] }));
  open('#saved=01930a4e-7c00-7000-8000-000000000006');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  press('Use the rates we found');
  expect(await screen.findByRole('heading', { name: 'Your rates' })).toBeInTheDocument();
  expect(screen.getByLabelText('Rate (%)')).toHaveValue('6.14');
});
