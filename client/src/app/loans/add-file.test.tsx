import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import { messages } from 'contract/texts.ts';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  bankFile,
  first,
  openAndChoose,
  openWithFirst,
  transactions,
  withoutBalance,
} from '#test/add-file.ts';
import { createGate, fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { choose, csv, readAfter } from '#test/loan-check.ts';
import { enter, field } from '#test/render-at.tsx';
import { signInAsStaff } from '#test/render-screen.tsx';
import { previewOf } from './loan-preview.ts';

vi.mock('./loan-preview.ts', { spy: true });
fakeApi();
beforeEach(signInAsStaff);

test('nothing can be added while another file is being read, or is removed', async () => {
  await openWithFirst();
  const gate = createGate();
  const next = bankFile('next.csv', ...first, '25/02/2026,REPAYMENT,100.00,-399400.00');
  choose(/^Loan account/, readAfter(gate, next));
  await screen.findAllByText(/^Reading next\.csv/);
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  gate.open();
  const add = await screen.findByRole('button', { name: /^Add/ });
  act(() => {
    screen.getByRole('button', { name: 'Remove next.csv' }).click();
    add.click();
  });
  expect(await screen.findByText('Your files are still being read.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Your files are still being read.')).toBeNull());
});

test('a file that is chosen while another is being added stays, and can be added next', async () => {
  const gate = createGate();
  const added = respondTo('addToLoan', async () => {
    await gate.opened;
    const rows = [...transactions, { date: '2026-02-15', amount: -1000, balance: 399_000 }];
    const loan = { ...exampleLoan, version: 2, input: { transactions: rows } };
    return json({ msg: '', loan, figures, added: 1, recognised: 0, missing: [], joins: 'follows' });
  });
  fireEvent.click(await openWithFirst());
  await waitFor(() => expect(added).toHaveLength(1));
  choose(/^Loan account/, bankFile('next.csv', first[0]!, '25/02/2026,REPAYMENT,100.00,-398900.00'));
  expect(await screen.findAllByText('next.csv')).not.toEqual([]);
  gate.open();
  await waitFor(() => expect(screen.queryAllByText('first.csv')).toEqual([]));
  expect(screen.getAllByText('next.csv')).not.toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(2));
});

test('a balance that no file states is asked for, read as people write it, and sent as a number', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
  choose(/^Loan account/, withoutBalance('old.csv'));
  await screen.findByLabelText(/^Owed Before the First Row/);
  choose(/^Offset account \(CSV/, withoutBalance('savings.csv'));
  await screen.findByLabelText(/^Offset A, Balance before the First Row/);
  enter(/^Owed Before the First Row/, '400k');
  expect(await screen.findByText(/^Enter the balances that your files do not state/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  fireEvent.submit(screen.getByRole('form', { name: 'Add the next file' }));
  expect(await screen.findByText(messages.required)).toBeInTheDocument();
  expect(field(/^Offset A, Balance/)).toHaveFocus();
  enter(/^Offset A, Balance/, ' ');
  expect(await screen.findByText(/^Enter the balances that your files do not state/)).toBeInTheDocument();
  enter(/^Offset A, Balance/, 'twenty');
  expect(await screen.findByText(messages.notANumber)).toBeInTheDocument();
  enter(/^Offset A, Balance/, '24.800');
  expect(await screen.findByText(/^Did you mean 24,800 or 24\.8/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  enter(/^Offset A, Balance/, '24.8k');
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({
    opening_balance: 400_000,
    offset_accounts: [{ balances: [{ balance: 24_900 }, { balance: 24_850 }] }],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Remove old.csv' }));
  choose(/^Loan account/, withoutBalance('other.csv'));
  expect(await screen.findByRole('region', { name: 'other.csv' })).toBeInTheDocument();
  expect(field(/^Owed Before the First Row/)).toHaveValue('');
});

test('a balance that was typed in a field that is gone, or before another first row, is neither sent nor refused', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst();
  choose(/^Offset account \(CSV/, withoutBalance('savings.csv'));
  await screen.findByLabelText(/^Offset A, Balance before the First Row/);
  enter(/^Offset A, Balance/, 'twenty');
  fireEvent.click(screen.getByRole('button', { name: 'Remove savings.csv' }));
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({ offset_accounts: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
  choose(/^Loan account/, withoutBalance('later.csv'));
  await screen.findByLabelText(/^Owed Before the First Row/);
  enter(/^Owed Before the First Row/, '400k');
  choose(/^Loan account/, withoutBalance('earlier.csv', 10));
  expect(await screen.findByRole('region', { name: 'earlier.csv' })).toBeInTheDocument();
  expect(field(/^Owed Before the First Row/)).toHaveValue('');
  fireEvent.click(screen.getByRole('button', { name: 'Remove earlier.csv' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove later.csv' }));
  const rows = '21/11/2025,SALARY,100.00\n15/02/2026,INTEREST CHARGED,-60.00\n';
  choose(/^Loan account/, csv(`Date,Description,Amount\n${rows}`, 'mixed.csv'));
  await screen.findByRole('region', { name: 'mixed.csv' });
  await screen.findByLabelText(/^Owed Before the First Row/);
  enter(/^Owed Before the First Row/, '500k');
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 2' }));
  enter('Why row 2 is left out', 'Counted twice');
  fireEvent.click(screen.getByRole('button', { name: 'Leave out row 2' }));
  expect(await screen.findByText(/^No balance shows whether these rows belong/)).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added[1]?.body).not.toHaveProperty('opening_balance');
});

test('a refusal that loads the loan again stays', async () => {
  respondTo('addToLoan', () => refusal('conflict', 'The loan was changed meanwhile.'));
  const add = await openWithFirst();
  const loan = { ...exampleLoan, name: 'Changed by ben', version: 2, input: { transactions } };
  respondTo('getLoan', () => json({ loan, figures }));
  fireEvent.click(add);
  expect(await screen.findByRole('heading', { level: 1, name: 'Changed by ben' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^Add/ })).toBeInTheDocument();
  expect(screen.getByText('The loan was changed meanwhile.')).toBeInTheDocument();
});

test('rows that a file lacks are not offered for removal once the loan has another version', async () => {
  const loan = { ...exampleLoan, version: 2, input: { transactions } };
  const answer = { msg: '', loan, figures, added: 1, recognised: 0, missing: [1], joins: 'follows' };
  respondTo('addToLoan', () => json(answer));
  fireEvent.click(await openWithFirst());
  expect(await screen.findByText('1 row of yours was not in this file')).toBeInTheDocument();
  respondTo('getLoan', () => json({ loan: { ...loan, name: 'Changed by ben', version: 3 }, figures }));
  respondTo('correctLoanRows', () => refusal('conflict', 'The loan was changed meanwhile.'));
  fireEvent.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Changed by ben' })).toBeInTheDocument();
  expect(screen.queryByText('1 row of yours was not in this file')).toBeNull();
});

test('where the comparison with the loan could not be loaded, the page is to be loaded again', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  // Vite dispatches this event before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
  vi.mocked(previewOf).mockImplementationOnce(() => {
    throw failure;
  });
  await openAndChoose();
  expect(await screen.findByText(/^What reads your files could not be loaded\./)).toBeInTheDocument();
  expect(screen.queryByText('Your file could not be compared with your loan')).toBeNull();
});

const ofx = (name: string, month: string) =>
  new File(
    [
      `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>AUD<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${month}21<TRNAMT>1000.00<FITID>1<NAME>REPAYMENT</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${month}22<TRNAMT>-500.00<FITID>2<NAME>INTEREST CHARGED</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>-399500.00<DTASOF>20260401</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    ],
    name,
  );

test('the one balance of an OFX file fills the field where it is asked, and is otherwise not sent', async () => {
  const added = respondTo('addToLoan', () => refusal('internal_error', ''));
  await openWithFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
  choose(/^Loan account/, ofx('older.ofx', '202511'));
  expect(await screen.findByLabelText(/^Owed Before the First Row/)).toHaveValue('400,000.00');
  expect(screen.getByText(/^By the file’s balance of \$399,500\.00 on 1 April 2026/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Remove older.ofx' }));
  choose(/^Loan account/, ofx('later.ofx', '202602'));
  expect(await screen.findByText(/^No balance shows whether these rows belong/)).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).not.toHaveProperty('opening_balance');
});

test('a file that is added by Save before leaving is no longer asked about, and the page is left', async () => {
  respondTo('addToLoan', () => {
    const loan = { ...exampleLoan, version: 2, input: { transactions } };
    return json({ msg: '', loan, figures, added: 1, recognised: 0, missing: [], joins: 'follows' });
  });
  await openWithFirst();
  fireEvent.click(screen.getByRole('link', { name: 'My loans' }));
  const dialog = await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByLabelText(/^Loan account/)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a balance that the server needs, because the loan has changed meanwhile, is asked for', async () => {
  const details = { opening_balance: [messages.required] };
  const response = { msg: 'opening_balance: Required.', code: 'validation_failed', details };
  respondTo('addToLoan', () => HttpResponse.json(response, { status: 400 }));
  await openWithFirst();
  fireEvent.click(screen.getByRole('button', { name: 'Remove first.csv' }));
  const rows = '15/02/2026,REPAYMENT,1000.00\n20/02/2026,INTEREST CHARGED,-60.00\n';
  choose(/^Loan account/, csv(`Date,Description,Amount\n${rows}`, 'next.csv'));
  const add = await screen.findByRole('button', { name: /^Add/ });
  const loan = { ...exampleLoan, version: 2, input: { transactions: [], owed: 1, owed_on: '2026-01-01' } };
  respondTo('getLoan', () => json({ loan, figures }));
  fireEvent.click(add);
  expect(await screen.findByLabelText(/^Owed Before the First Row/)).toBeInTheDocument();
  expect(screen.queryByText(/opening_balance/)).toBeNull();
});
