import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '#api/save-file.ts';
import { createGate, fakeApi, json, respondTo } from '#test/fake-api.ts';
import { signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import {
  caseFile,
  choose,
  csv,
  open,
  press,
  readAfter,
  twoRows,
  offsetOfThreeCharges,
} from '#test/loan-check.ts';
import { enter, errorOf } from '#test/render-at.tsx';
import { loan } from '#test/render-screen.tsx';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import sample from '../../../../content/sample-statement.json';
import { fileLimits, limitTexts } from 'engine/account-files/limits.ts';
import { lastChecks } from './last-check.ts';

vi.mock('#api/save-file.ts');
fakeApi();
beforeEach(() => lastChecks.clear());

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
  expect(document.activeElement).toHaveTextContent(/\$603\.56too much, in 4 of 14 charges$/);
  expect(
    screen.getByText(
      '4 charges from 15 June to 15 September 2024 are what you would pay without your offset account: $603.56 more in all.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText('Copy Link')).toBeNull();
  const primary = [...document.querySelectorAll('.button-primary')].filter(
    (each) => !each.closest('[hidden]'),
  );
  expect(primary.map(({ textContent }) => textContent)).toEqual(['Letter']);
  expect(screen.getByText('222 rows, offset account')).toBeVisible();

  const chart = within(screen.getByRole('region', { name: 'Result' }));
  const charges = within(screen.getByRole('region', { name: 'Charge by Charge' }));
  // The explained charges are one row. Arrows move through the columns, and a column opens its charge.
  const explained = charges.getByRole('button', { name: /^10 explained to the cent, .*2024 to .*2025$/ });
  expect(explained.closest('tr')).toHaveTextContent('$18,785.17$18,785.17$0.00');
  const column = chart.getByRole('button', { name: '15 Feb 2024: Explained' });
  fireEvent.keyDown(column, { key: 'ArrowRight' });
  const next = chart.getByRole('button', { name: '15 Mar 2024: Explained' });
  expect(next).toHaveFocus();
  expect([column, next].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  fireEvent.click(next);
  expect(charges.getByRole('button', { name: '15 Mar 2024' })).toHaveFocus();
  expect(charges.getByText(/^15 Feb 2024: .* × 6\.14% ÷ 365$/)).toBeInTheDocument();
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

  fireEvent.click(screen.getByRole('button', { name: 'Edit sample-offset.csv' }));
  expect(screen.getByRole('region', { name: 'sample-offset.csv' })).toHaveFocus();
  enter(/^Interest Was Last Charged On/, '2024-01-14');
  expect(await screen.findByText('TERMS CHANGED')).toBeInTheDocument();
  expect(screen.getByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
});

/** Of charges that the offset account of `offsetOfThreeCharges` does not cover. */
const withOffset = /your offset balance is not known/i;

test('a check that is asked for while files are being read waits for all of them', async () => {
  open();
  const gate = createGate();
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  choose(/^Loan account/, caseFile('d54-1.csv'));
  choose(/^Offset account/, readAfter(gate, offsetOfThreeCharges()));
  expect((await screen.findAllByText(/^Reading d54-/)).length).toBeGreaterThan(0);
  press('Check');
  gate.open();
  expect(await screen.findAllByText(withOffset)).not.toHaveLength(0);
});

test('a form that is cleared while files are read is empty, and what is chosen then is checked', async () => {
  open();
  const gate = createGate();
  choose(/^Loan account/, readAfter(gate, csv('%PDF', 'statement.pdf')));
  press('Check');
  press('Clear Form');
  gate.open();
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  choose(/^Loan account/, caseFile('d54-1.csv'));
  choose(/^Offset account/, offsetOfThreeCharges());
  expect(await screen.findByText(/^Offset A, 7 rows from/)).toBeInTheDocument();
  expect(screen.queryByText(/statement\.pdf|loan account first/)).not.toBeInTheDocument();
  expect(screen.queryAllByText(withOffset)).toHaveLength(0);
  press('Check');
  expect(await screen.findAllByText(withOffset)).not.toHaveLength(0);
});

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
  enter('From', '2026-01-01');
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
    for (const field of fields) enter(field, text);
    press('Check');
    await waitFor(() => expect(fields.map(errorOf)).toEqual(fields.map(() => refusal)));
  }
  expect(screen.queryByText('TOO LITTLE TO CHECK')).toBeNull();
  for (const field of fields.slice(0, 3)) enter(field, '24.8k');
  enter('Rate (%)', '6.14 % p.a.');
  enter('Owed After the Last Row', '25k');
  press('Check');
  const closing =
    'The rows lead to $24,400.00, not to $25,000.00. A row of $600.00 is missing, or a side is wrong.';
  await waitFor(() => expect(errorOf('Owed After the Last Row')).toBe(closing));
  enter('Owed After the Last Row', '24.4k');
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
  enter('Owed Before the First Row', '1');
  press('Check');
  expect(await screen.findByText(/^Row 3, Amount: Must be at least -1,000,000,000,000/)).toBeInTheDocument();
});

test('a kind that is corrected changes the count of charges, a row that is left out is named below the result, and the row can be taken in again', async () => {
  open();
  choose(/^Loan account/, csv(twoRows));
  expect(await screen.findAllByText(/, 1 interest charge\.$/)).toHaveLength(2);
  enter('Kind of row 3', 'interest');
  expect(await screen.findAllByText(/, 2 interest charges\.$/)).toHaveLength(2);

  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 3' }));
  enter('Why row 3 is left out', 'Counted twice');
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 3' }));
  expect(await screen.findByText('Row 3: Counted twice')).toBeInTheDocument();
  enter('Owed Before the First Row', '20k');
  press('Check');
  // Below the result, and on paper.
  expect(await screen.findAllByText('Left out by hand: Row 3: Counted twice.')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Edit What it does not say' }));
  fireEvent.click(screen.getByRole('button', { name: 'Take in row 3' }));
  expect(await screen.findAllByText(/^2 rows/)).toHaveLength(2);
});

test('a refused file is named with what to do instead, one that is too large without reading it, and one that is here already; with a file a reload asks', async () => {
  open();
  // Refused before it is read.
  const large = readAfter(createGate(), csv('x'.repeat(fileLimits.bytes + 1), 'large.csv'));
  choose(/^Loan account/, csv('%PDF-1.7', 'statement.pdf'), large, csv(twoRows), csv(twoRows, 'copy.csv'));
  expect(
    await screen.findByText(/^statement\.pdf: This is a PDF\. We do not guess figures/),
  ).toBeInTheDocument();
  expect(screen.getByText(`large.csv: ${limitTexts.tooLarge}`)).toBeInTheDocument();
  expect(await screen.findByText('copy.csv is here already.')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  // The browser asks before a reload.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);

  // The terms of a result are as before.
  enter('Owed Before the First Row', '20k');
  press('Check');
  await screen.findByText('TOO LITTLE TO CHECK');
  for (const file of [csv(twoRows, 'again.csv'), csv('%PDF-1.7', 'again.pdf')]) {
    choose(/^Loan account/, file);
    await screen.findByText(new RegExp(`^${file.name}`));
  }
  expect(screen.queryByText(/^again\.csv/)).toBeNull();
  enter('Owed Before the First Row', '21k');
  await screen.findByText('TERMS CHANGED');
  enter('Owed Before the First Row', '20k');
  await waitFor(() => expect(screen.queryByText('TERMS CHANGED')).toBeNull());
});

test('who arrives to save a check in another tab than that of its files reads where they are, until a file is chosen', async () => {
  signInUser();
  open({ pathname: '/finance/check', state: { isToSave: true } });
  const sentence = 'Your files are still in the tab in which you started. Return to it to go on.';
  expect(screen.getByText(sentence)).toBeInTheDocument();
  choose(/^Loan account/, csv(twoRows));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(await screen.findAllByText(/^2 rows/)).not.toHaveLength(0);
});

test('a row that is wrongly marked as interest accuses nobody: the charges that rest on it are not checked', async () => {
  signInUser();
  open();
  choose(/^Loan account/, caseFile('d28-1.csv'));
  enter(/^Interest Was Last Charged On/, '2023-12-03');
  fireEvent.change(await screen.findByLabelText('Kind of row 6'), { target: { value: 'interest' } });
  await screen.findAllByText(/, 9 interest charges/);
  press('Check');
  expect(await screen.findByText('7 OF 9 CHARGES EXPLAINED, 2 NOT CHECKED')).toBeInTheDocument();
  expect(
    screen.getByText(
      'The charge on 3 March 2024 is not checked: it rests on what you answered or corrected, which no balance proves.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Letter' })).toBeNull();
  // Opened again, none of them is called wrong.
  expect(screen.getByRole('button', { name: 'Save' })).toBeInTheDocument();
});

/** The lines of a CSV, without its head. */
async function savedLines(button: string) {
  vi.mocked(saveFile).mockClear();
  press(button);
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  return (await vi.mocked(saveFile).mock.calls[0]![0].text()).trim().split(/\r?\n/).slice(1);
}

test('the rows and the offset balances that are checked are saved as CSV: with what is typed, and only the days that are checked', async () => {
  open();
  choose(/^Loan account/, caseFile('d54-1.csv'));
  await screen.findAllByText(/^16 rows/);
  expect(screen.queryByText('Offset as CSV')).toBeNull();
  press('An account without a file');
  enter('Balance on All Days', '1000');
  await screen.findAllByText('Offset as CSV');
  expect(await savedLines('Offset as CSV')).toEqual(['2023-11-23,1000.00']);
  choose(/^Offset account \(CSV/, csv('Date,Amount\n28/11/2023,-5.00\n29/11/2023,5.00\n', 'plain.csv'));
  enter(
    await screen.findByLabelText('Offset A, Balance before the First Row').then(() => /^Offset A, B/),
    '70',
  );
  expect(await savedLines('Offset as CSV')).toEqual([
    '2023-11-23,1070.00',
    '2023-11-28,1065.00',
    '2023-11-29,1070.00',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove plain.csv' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'plain.csv' })).toBeNull());
  choose(/^Offset account \(CSV/, offsetOfThreeCharges());
  await screen.findByText(/^Offset A, 7 rows from/);
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  expect(await savedLines('Rows as CSV')).toHaveLength(16);
  enter('Balance on All Days', '0');
  press('Check');
  press((await screen.findByText(/^Check only/)).textContent);
  await waitFor(async () => expect(await savedLines('Rows as CSV')).toHaveLength(6));
});

test('a check ends with the session, also while its screen is open and the session ends in another tab', async () => {
  signInUser();
  open();
  // As soon as the rows are in the document, before the effects that follow their painting.
  const rows = new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (screen.queryAllByText(/^2 rows/).length === 0) return;
      observer.disconnect();
      signOutInAnotherTab();
      resolve();
    }).observe(document.body, { subtree: true, childList: true });
  });
  choose(/^Loan account/, csv(twoRows));
  await waitFor(() => rows);
  await waitFor(() => expect(screen.queryAllByText(/^2 rows/)).toHaveLength(0));
});

test('files, what was typed, and the result are there again after a visit to another screen and a sign-in, until the form is cleared or the user signs out', async () => {
  const { router } = open();
  choose(/^Loan account/, csv(twoRows));
  await screen.findAllByText(/^2 rows/);
  enter('Owed Before the First Row', '20k');
  enter(/^Interest Was Last Charged On/, '2025-12-15');
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

test('a saved check opens with its result, what is added to its rows is not certain, its balance is back once a file is removed, and the rates that were found can be used', async () => {
  signInUser();
  const row = sample.transactions[0]!;
  const input = { ...sample, opening_balance: Number((row.balance - row.amount).toFixed(2)) };
  const calculation = { name: 'My loan', kind: 'statement', input };
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
  enter(/^Offset A, B/, String(start!.balance));
  press('Check');
  await screen.findByText('4 OF 14 CHARGES ARE AS WITHOUT THE OFFSET ACCOUNT');
  fireEvent.click(screen.getByRole('button', { name: 'Edit plain.csv' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove plain.csv' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'plain.csv' })).toBeNull());
  press('Check');
  expect(await screen.findByText('4 OF 14 CHARGES DIFFER')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Add a file' }));
  choose(/^Loan account/, csv(twoRows, 'other.csv'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove other.csv' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'other.csv' })).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>(/^Owed Before/).value.replace(',', '')).toBe(
    String(input.opening_balance),
  );
  press('Use the rates we found');
  expect(await screen.findByText('Your rate')).toBeInTheDocument();
  expect(screen.getByLabelText('Rate (%)')).toHaveValue('6.14');
});
