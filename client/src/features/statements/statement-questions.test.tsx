import { count } from 'contract/counts.ts';
import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '#api/save-file.ts';
import { fakeApi } from '#test/fake-api.ts';
import { signInUser } from '#test/fake-session.ts';
import {
  caseFile,
  caseFolder,
  choose,
  csv,
  open,
  press,
  twoRows,
  offsetOfThreeCharges,
} from '#test/loan-check.ts';
import { enter } from '#test/render-at.tsx';
import { lastChecks } from './last-check.ts';

vi.mock('#api/save-file.ts');
fakeApi();
beforeEach(() => lastChecks.clear());

test('an account in a file is used as the person says, another loan is not used, and a row left out by its words is taken in', async () => {
  open();
  choose(/^Loan account/, caseFile('d42-1.csv'));
  const savings = await screen.findByLabelText('Account 062-999 10203040');
  expect(savings).toHaveDisplayValue('Not used');
  fireEvent.change(savings, { target: { value: 'offset' } });
  expect(await screen.findByText('1 offset account: A from 1 file.')).toBeInTheDocument();
  for (const account of ['062-999 10203040', '083-111 55556666']) {
    enter(`Account ${account}`, 'unused');
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
  enter(/^Interest Was Last Charged On/, '2024-08-13');
  press('Check');
  expect(await screen.findByText('7 OF 8 CHARGES EXPLAINED, 1 NOT CHECKED')).toBeInTheDocument();
  expect(screen.queryByText(/DIFFER/)).toBeNull();
});

test('nothing is checked while a question at a file is open, the focus is on it, and after the answer on what is next', async () => {
  open();
  choose(/^Loan account/, caseFile('d65-1.csv'));
  enter(/^Interest Was Last Charged On/, '2024-06-05');
  const order = await screen.findByLabelText('Order of Dates');
  const question = 'Is “05/07/2024” the 5th of July or the 7th of May?';
  expect(screen.getByText(question)).toBeInTheDocument();
  expect(await screen.findByText('d65-1.csv: 6 rows. 1 question.')).toBeInTheDocument();
  // Not on an answer, which Enter would take.
  await waitFor(() => expect(screen.getByRole('group', { name: question })).toHaveFocus());
  press('Check');
  expect(await screen.findByText('Answer the questions at your files first.')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: question })).toHaveFocus();
  expect(screen.queryByText(/CHARGES? EXPLAINED/)).toBeNull();

  order.focus();
  // An arrow key only chooses.
  const arrow = (value: string) => {
    fireEvent.keyDown(order, { key: 'ArrowDown' });
    fireEvent.change(order, { target: { value } });
  };
  arrow('month');
  arrow('day');
  expect(screen.getByText(question)).toBeInTheDocument();
  fireEvent.keyDown(order, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  expect(screen.getByRole('button', { name: 'Check' })).toHaveFocus();
  expect(screen.getByLabelText('Order of Dates')).toBe(order);
  expect(order).toHaveValue('day');
  press('Check');
  expect(await screen.findByText('EVERY CHARGE EXPLAINED')).toBeInTheDocument();
  // Leaving the list is an answer, too.
  order.focus();
  arrow('month');
  expect(order).toHaveValue('month');
  order.blur();
  expect(await screen.findAllByText(/^6 rows from 7 May 2024/)).toHaveLength(2);
});

test('the side of a row is asked once for each text, the focus is on the next question, and an answer can be changed', async () => {
  open();
  const rows = ['19/10/2023,Loan Payment', '26/10/2023,Loan Payment', '14/11/2023,Loan Interest'];
  choose(
    /^Loan account/,
    csv(
      ['Date,Description,Amount', ...rows, ...rows].map((row, at) => (at ? `${row},616.08` : row)).join('\n'),
    ),
  );
  const repayment = await screen.findByRole('group', { name: /^Row 2, “Loan Payment”, \$616\.08: / });
  await waitFor(() => expect(repayment).toHaveFocus());
  expect(within(repayment).getByText('Your answer is used for 4 rows with this text.')).toBeInTheDocument();
  within(repayment).getByRole('button', { name: 'It reduces' }).focus();
  press('It reduces');
  const interest = await screen.findByRole('group', { name: /^Row 4, “Loan Interest”, \$616\.08: / });
  // Not on an answer, which the same key would take.
  expect(interest).toHaveFocus();
  press('It adds');
  await waitFor(() => expect(screen.queryByText(/does it add to/)).toBeNull());
  const side = screen.getByLabelText('“Loan Payment”, 4 rows');
  expect(side).toHaveDisplayValue('It reduces');
  enter('“Loan Payment”, 4 rows', 'adds');
  await waitFor(() => expect(side).toHaveDisplayValue('It adds'));
  expect(screen.getAllByText('$616.08', { selector: 'td' })).toHaveLength(6);
});

test('rows of one text that were answered together can be asked about each, and are then answered each by itself', async () => {
  open();
  choose(
    /^Loan account/,
    csv('Date,Description,Amount\n16/01/2026,TRANSFER,500.00\n17/01/2026,TRANSFER,700.00\n'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'It adds' }));
  await screen.findByLabelText('“TRANSFER”, 2 rows');
  enter('“TRANSFER”, 2 rows', 'again');
  await screen.findByRole('group', { name: /^Row 2, “TRANSFER”, \$500\.00: / });
  expect(screen.queryByText(/^Your answer is used for/)).toBeNull();
  press('It adds');
  await screen.findByRole('group', { name: /^Row 3, “TRANSFER”, \$700\.00: / });
  press('It reduces');
  await waitFor(() => expect(screen.queryByText(/does it add to/)).toBeNull());
  for (const amount of ['$500.00', '-$700.00'])
    expect(screen.getByText(amount, { selector: 'td' })).toBeInTheDocument();
  enter('Row 3, “TRANSFER”, $700.00', 'adds');
  expect(await screen.findByText('$700.00', { selector: 'td' })).toBeInTheDocument();
});

test('rows that are answered each by itself can be answered alike again', async () => {
  open();
  choose(
    /^Loan account/,
    csv('Date,Description,Amount\n16/01/2026,TRANSFER,500.00\n17/01/2026,TRANSFER,700.00\n'),
  );
  const together = 'Your answer is used for 2 rows with this text.';
  const each = async () => {
    await screen.findByText(together);
    const button = screen.getByRole('button', { name: 'Each row by itself' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole('group', { name: /^Row 2, / })).toHaveFocus());
  };
  await each();
  press('All rows alike');
  await each();
  press('It adds');
  await screen.findByRole('group', { name: /^Row 3, / });
  press('It reduces');
  const last = await screen.findByLabelText('Row 3, “TRANSFER”, $700.00');
  await waitFor(() => expect(last).toHaveDisplayValue('It reduces'));
  enter('Row 3, “TRANSFER”, $700.00', 'again');
  expect(await screen.findByText(together)).toBeInTheDocument();
  press('It adds');
  expect(await screen.findByLabelText('“TRANSFER”, 2 rows')).toHaveDisplayValue('It adds');
});

test('more than three answers are folded, so that what is next stays near', async () => {
  open();
  const texts = ['Transfer', 'Deposit', 'Withdrawal', 'Journal'];
  choose(
    /^Loan account/,
    csv(`Date,Description,Amount\n${texts.map((text, day) => `1${day}/01/2026,${text},500.00\n`).join('')}`),
  );
  for (const [index, text] of texts.entries()) {
    await screen.findByRole('group', { name: new RegExp(`^Row ${index + 2}, “${text}”`) });
    press('It adds');
    const summary = await screen.findByText(`Adds or reduces: ${count(index + 1, 'answer')}`);
    expect(summary.closest('details')!.open).toBe(index < 3);
  }
  const summary = screen.getByText('Adds or reduces: 4 answers');
  const first = screen.getByLabelText('Row 2, “Transfer”, $500.00');
  expect(first).not.toBeVisible();
  fireEvent.click(summary);
  expect(first).toBeVisible();
  enter('Row 2, “Transfer”, $500.00', 'reduces');
  await waitFor(() => expect(first).toHaveDisplayValue('It reduces'));
  expect(first).toBeVisible();
});

/** A row that may be interest, by its words. */
const card = (day: number, date: string, balance: string) =>
  `${day}/${date},"-500.00","INTEREST ON CARD","${balance}"\n`;

test('a charge that differs is not shown, saved or exported before the reading is confirmed, and a change of the files asks again', async () => {
  signInUser();
  open();
  const rows = readFileSync(`${caseFolder}/d30-1.csv`, 'utf8');
  choose(/^Loan account/, csv(card(16, '02/2026', '-238129.44') + rows));
  enter(/^Interest Was Last Charged On/, '2025-06-14');
  await screen.findByText(/^17 rows/, { selector: 'p' });
  press('Check');
  expect(await screen.findByText('FIRST CONFIRM HOW WE READ YOUR FILES')).toBeInTheDocument();
  const result = screen.getByRole('region', { name: 'Result' });
  expect(result).toHaveTextContent(
    '7 of 8 interest charges are explained. Whether the other is right depends on what you answer here.',
  );
  expect(document.body).not.toHaveTextContent(/differ|\$17\.43/i);
  for (const name of ['Letter', 'Save']) expect(screen.queryByRole('button', { name })).toBeNull();
  vi.mocked(saveFile).mockClear();
  press('CSV');
  const [blob] = vi.mocked(saveFile).mock.calls[0]!;
  expect(await blob.text()).toContain('2025-11-14,2025-10-14,2025-11-13,31,');
  expect(await blob.text()).not.toMatch(/differs|1204\.10/);

  const no = within(result).getByRole('button', { name: 'No' });
  no.focus();
  fireEvent.click(no);
  expect(await screen.findByText('1 OF 8 CHARGES DIFFERS')).toBeInTheDocument();
  expect(document.activeElement).toHaveTextContent(
    /^1 OF 8 CHARGES DIFFERS\$17\.43too much, in 1 of 8 charges$/,
  );
  choose(
    /^Loan account/,
    csv(card(18, '02/2026', '-238629.44') + card(17, '02/2026', '-238129.44'), 'more.csv'),
  );
  press('Add a file');
  await screen.findByRole('region', { name: 'more.csv' });
  press('Check');
  expect(await screen.findByText('FIRST CONFIRM HOW WE READ YOUR FILES')).toBeInTheDocument();
});

test('what a file without balances leaves open is not asked, because no answer proves it', async () => {
  signInUser();
  open();
  choose(/^Loan account/, caseFile('d32-1.csv'));
  enter(/^Interest Was Last Charged On/, '2023-04-14');
  await screen.findByLabelText('Owed Before the First Row');
  enter('Owed Before the First Row', '416,406.39');
  press('Check');
  expect(await screen.findByText('7 OF 8 CHARGES EXPLAINED, 1 NOT CHECKED')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/Is it whole|differs|\$20\.00/i);
  for (const name of ['Letter', 'Save']) expect(screen.queryByRole('button', { name })).toBeNull();
});

/** Right charges, of which the one of May was lower by money in the other account. */
const twoAccounts = [
  'Account,Date,Amount,Description,Balance',
  '222 2222,2025-01-25,0.01,HI,0.02',
  '111 1111,2025-02-20,-2150.30,INTEREST CHARGED,-414495.97',
  '111 1111,2025-03-20,-1952.33,INTEREST CHARGED,-416448.30',
  '111 1111,2025-04-20,-2171.69,INTEREST CHARGED,-418619.99',
  '222 2222,2025-05-01,15000.00,IN,15000.02',
  '222 2222,2025-05-18,-15000.00,OUT,0.02',
  '111 1111,2025-05-20,-2069.70,INTEREST CHARGED,-420689.69',
  '111 1111,2025-06-20,-2193.81,INTEREST CHARGED,-422883.50',
  '111 1111,2025-07-20,-2134.11,INTEREST CHARGED,-425017.61',
  '222 2222,2025-10-21,0.01,HI,0.03',
].join('\n');

test.each([
  ['Yes', 'offset', 'EVERY CHARGE EXPLAINED'],
  ['No', 'unused', '5 OF 6 CHARGES EXPLAINED, 1 NOT CHECKED'],
])(
  'the answer %s makes an account in a file of the loan “%s”, and accuses nobody',
  async (answer, role, verdict) => {
    open();
    choose(/^Loan account/, csv(twoAccounts));
    enter(/^Interest Was Last Charged On/, '2025-01-20');
    const account = await screen.findByLabelText('Account 222 2222');
    expect(account).toHaveValue('unused');
    press('Check');
    const question = 'Is 222 2222 an offset account of this loan?';
    const asked = within(await screen.findByRole('group', { name: question }));
    expect(document.body).not.toHaveTextContent(/differs/i);
    const button = asked.getByRole('button', { name: answer });
    button.focus();
    fireEvent.click(button);
    expect(await screen.findByText(verdict)).toBeInTheDocument();
    expect(document.activeElement).toHaveTextContent(verdict);
    expect(screen.getByLabelText('Account 222 2222')).toHaveValue(role);
    expect(screen.queryByText(question)).toBeNull();
    expect(document.body).not.toHaveTextContent(/differs/i);
  },
);

test('a charge outside of the days of the offset account is not checked, without a question that proves nothing, and a pasted table can be checked for those days only', async () => {
  open();
  const loanAccount = screen.getByLabelText(/^Loan account/);
  fireEvent.paste(loanAccount, {
    clipboardData: { files: [], getData: () => readFileSync(`${caseFolder}/d54-1.csv`, 'utf8') },
  });
  await screen.findByRole('region', { name: 'Pasted table' });
  choose(/^Offset account/, offsetOfThreeCharges());
  await screen.findByText(/^Offset A, 7 rows from/);
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  press('Check');
  const missing = /your offset balance is not known (before|after) .*: add its/i;
  expect((await screen.findAllByText(missing)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/We take/)).toBeNull();
  expect(screen.queryByText(/DIFFERS/)).toBeNull();
  press('Check only 21 April 2024 to 15 July 2024');
  expect(
    await screen.findByText(
      /^Only 21 April to 15 July 2024: 3 of 8 charges\. 3 of 3 interest charges are right/,
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText(/DIFFERS/)).toBeNull();
  expect(screen.queryByText(/the day you typed/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  press('Check all days');
  expect((await screen.findAllByText(missing)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Check all days' })).toBeNull();
});

test('days with too few charges are not offered for a check of their own', async () => {
  open();
  choose(/^Loan account/, caseFile('d54-1.csv'));
  await screen.findAllByText(/^16 rows/);
  choose(/^Offset account/, caseFile('d54-2.csv'));
  await screen.findByText(/^Offset A, 6 rows from/);
  enter(/^Interest Was Last Charged On/, '2023-11-15');
  press('Check');
  expect((await screen.findAllByText(/your offset balance is not known/i)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^Check only/)).toBeNull();
});

test('an amount that the balances give is taken by the first button, and leaving its row out is the second', async () => {
  open();
  choose(/^Loan account/, caseFile('d63-1.csv'));
  const take = await screen.findByRole('button', { name: 'Take $1,030.90' });
  expect(take.nextElementSibling).toHaveTextContent('Leave out');
});

test('a file that a person has assigned to an account is of no other account once that one is removed', async () => {
  open();
  const files = [100, 200, 300].map((amount) =>
    csv(
      `Date,Description,Amount,Balance\n21/01/2025,IN,${amount},${amount}\n22/01/2025,IN,1,${amount + 1}\n`,
      'account.csv',
    ),
  );
  choose(/^Offset account \(CSV/, ...files);
  const last = within(await screen.findByRole('region', { name: 'account.csv (3)' }));
  const first = last.getByRole<HTMLOptionElement>('option', { name: 'Offset A' }).value;
  fireEvent.change(last.getByLabelText('Belongs to'), { target: { value: first } });
  await screen.findByText('2 offset accounts: A from 2 files, B from 1 file.');
  fireEvent.click(screen.getByRole('button', { name: 'Remove account.csv' }));
  expect(await screen.findByText('2 offset accounts: A from 1 file, B from 1 file.')).toBeInTheDocument();
});
