import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { exampleCalculation } from 'contract/calculations/calculations.ts';
import { exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import exampleResult from 'contract/statements/statement-result.json' with { type: 'json' };
import type { StatementResult } from 'contract/statements/statements.ts';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { LoanLead } from '#features/followed-loans/loan-lead.tsx';
import LoanScreen from './loan-screen.tsx';
import { renderRoutes } from '#test/render-at.tsx';
import {
  expectRefusal,
  expectRetry,
  openScreen,
  pressAll,
  respondWith,
  signInAsStaff,
} from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const path = `/loans/${exampleLoan.id}`;
const ben = { id: '01930a4e-7c00-7000-8000-000000000009', username: 'ben', user_image: null };

const respondWithFigures = (changes: Partial<FollowedLoanResult>) =>
  respondWith({ getLoan: { loan: exampleLoan, figures: { ...figures, ...changes } } });

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry('/loans', 'listLoans', 'Your loans could not be loaded.', /^Follow your home loan/));

test('a card whose figures are of a newer version has the name and leads to the loan', async () => {
  const { id, name, version, date_updated } = exampleLoan;
  const loan = { id, name, version, date_updated, co_owner: null, headline: { balance: 1 } };
  respondWith({ listLoans: { data: [loan], invitations: [] } });
  await openScreen('/loans');
  expect(await screen.findByText('Saved by a newer version')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open Our house' })).toHaveAttribute('href', path);
});

test('an invitation reports why its acceptance was refused', () =>
  expectRefusal(
    '/loans',
    'answerLoanInvitation',
    {
      listLoans: {
        data: [],
        invitations: [{ id: exampleLoan.id, name: 'Ours', by: ben, created_at: exampleLoan.created_at }],
      },
    },
    ['Accept Ours'],
  ));

const renderLead = (changes: Partial<FollowedLoanResult>) =>
  render(<LoanLead input={exampleLoan.input} figures={{ ...figures, ...changes }} several={null} />, {
    wrapper: MemoryRouter,
  });

const { projection } = figures;
const noEnd = (end_reason: FollowedLoanResult['projection']['end_reason']) => ({
  projection: { ...projection, end_date: null, end_reason },
});
const nearInterest = (amount: number): Partial<FollowedLoanResult> => ({
  ...noEnd('payment_below_interest'),
  owed: 422_000,
  offset: 0,
  rate: { annual_interest_rate: 6, source: 'found' },
  payment: { amount, frequency: 'monthly', source: 'rows', next_date: '2026-03-01' },
});

test.each<[string, Partial<FollowedLoanResult>]>([
  ['The end is not known: enter what you pay.', noEnd('payment_unknown')],
  ['The end is not known: enter the rate.', noEnd('rate_unknown')],
  ['The end is not known: enter the rate and what you pay.', { ...noEnd('rate_unknown'), payment: null }],
  ['The end is known when interest-only ends: enter your contract.', noEnd('interest_only')],
  ['The end is not known: with this payment the loan takes more than 50 years.', noEnd('too_long')],
  [
    'Your payment of $1,900 is less than the interest of about $2,110 a month: at this rate the debt grows.',
    nearInterest(1900),
  ],
  ['Your payment of $2,111 is about the interest: at this rate the debt hardly changes.', nearInterest(2111)],
  [
    'The last charge does not fit 6.14%. If your rate changed, enter it.',
    { rate: { annual_interest_rate: 6.14, source: 'earlier' } },
  ],
  ['Enter when your contract ends to see the plan.', { plan: null, plan_reason: 'plan_unknown' }],
  ['Your offset account is known to 1 January 2020.', { offset_known_to: '2020-01-01' }],
])('what is unknown says why, and what helps: %s', (text, changes) => {
  renderLead(changes);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('where the offset file ends before the last charge, its next file is asked for and no rate', () => {
  renderLead({
    rate: { annual_interest_rate: 6.14, source: 'earlier' },
    offset_known_to: '2020-01-01',
    check: exampleResult as StatementResult,
  });
  expect(
    screen.getByText('The last charge does not fit 6.14%. Add the next file of your offset account.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Enter the terms of your loan' })).toBeNull();
});

test('the chart has no line of a single point, and paper no controls but the charges', async () => {
  const months = figures.months.map((month) => ({
    ...month,
    expected: month.date === figures.as_of ? month.owed : null,
  }));
  respondWithFigures({ ...noEnd('payment_unknown'), months });
  await openScreen(path);
  expect(await screen.findByText('The end is not known: enter what you pay.')).toBeInTheDocument();
  expect(screen.queryByText('The end is not known')).not.toBeInTheDocument();
  expect(document.querySelector('svg text')).toBeInTheDocument();
  expect([...document.querySelectorAll('svg text')].map((text) => text.textContent)).not.toContain(
    'Expected',
  );
  fireEvent(window, new Event('beforeprint'));
  expect(screen.queryByText(/A year opens/)).not.toBeInTheDocument();
  fireEvent(window, new Event('afterprint'));
});

test('a loan that was paid out asks for nothing', async () => {
  respondWithFigures({ ...noEnd('paid_off'), owed: 0, plan: null, plan_reason: 'plan_unknown' });
  await openScreen(path);
  expect(await screen.findByText('Paid off')).toBeInTheDocument();
  expect(screen.getByText('None: the loan is paid off')).toBeInTheDocument();
  expect(screen.queryByText(/Enter when your contract ends/)).not.toBeInTheDocument();
});

test('terms that the other owner has changed meanwhile are loaded, and what was typed stays', async () => {
  respondWithFigures({});
  const changed = refusal('conflict', 'This loan has changed meanwhile. Load it again.');
  const updates = respondTo('updateLoan', ({ index }) =>
    index === 0 ? changed : json({ msg: 'Loan updated.', loan: exampleLoan, figures }),
  );
  const [created] = exampleLoan.changes;
  const changes = [{ ...created!, version: 2, kind: 'terms' as const, by: ben }];
  await openScreen(path);
  await pressAll(['Change', { label: 'Payment', text: '2500' }]);
  const newer = {
    ...exampleLoan,
    version: 2,
    changes,
    input: { ...exampleLoan.input, annual_interest_rate: 5 },
  };
  respondWith({ getLoan: { loan: newer, figures } });
  await pressAll(['Save']);
  const text = 'ben changed the terms meanwhile. They are loaded: press Save again.';
  expect((await screen.findByText(text)).closest('[tabindex]')).toHaveFocus();
  await waitFor(() => expect(screen.getByLabelText('Rate from Now on (%)')).toHaveValue('5'));
  expect(screen.getByLabelText('Payment')).toHaveValue('2,500');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(updates).toHaveLength(2));
  expect(updates[1]?.body).toMatchObject({ version: 2, terms: { payment: { amount: '2500' }, rates: null } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('terms of a loan that was deleted meanwhile say so, and Escape with changed terms asks', async () => {
  respondWithFigures({});
  respondTo('updateLoan', () => refusal('not_found', 'Not found.'));
  await openScreen(path);
  await pressAll(['Change', { label: 'Payment', text: '2500' }, 'Save']);
  expect(await screen.findByText('This loan was deleted meanwhile. Nothing was saved.')).toBeInTheDocument();
  pressEscape();
  expect(await screen.findByRole('dialog', { name: 'CLOSE WITHOUT SAVING?' })).toBeInTheDocument();
  await pressAll(['Go back']);
  expect(screen.getByLabelText('Payment')).toHaveValue('2,500');
  pressEscape();
  await pressAll(['Discard changes']);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a file that fills a gap exactly says so and is added without a question', async () => {
  const transactions = [
    { date: '2026-01-01', amount: -500, balance: 400_000 },
    { date: '2026-03-01', amount: -500, balance: 399_000 },
  ];
  const loan = { ...exampleLoan, input: { transactions } };
  respondWith({ getLoan: { loan, figures } });
  const added = respondTo('addToLoan', () =>
    json({ msg: '', loan, figures, added: 1, recognised: 0, missing: [], joins: 'apart' }),
  );
  await openScreen(path);
  const rows = [
    'Date,Description,Amount,Balance',
    '15/02/2026,REPAYMENT,1000.00,-399000.00',
    '20/02/2026,TRANSFER OUT,-500.00,-399500.00',
  ];
  const file = new File([rows.join('\n')], 'february.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^Loan account/), { target: { files: [file] } });
  expect(
    await screen.findByText('These rows fill the gap between 1 January 2026 and 1 March 2026.'),
  ).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({ accept_gap: true });
});

test('rows that a file without new rows lacks can be removed', async () => {
  const [first, withdrawn, last] = [
    { date: '2026-01-15', amount: -1000, balance: 399_000 },
    { date: '2026-02-01', amount: -300, balance: 398_700 },
    { date: '2026-03-20', amount: 500, balance: 399_500 },
  ];
  const loan = { ...exampleLoan, input: { transactions: [first, withdrawn, last] } };
  respondWith({ getLoan: { loan, figures } });
  const without = { ...loan, version: loan.version + 1, input: { transactions: [first, last] } };
  const corrected = respondTo('correctLoanRows', () => json({ msg: '', loan: without, figures }));
  await openScreen(path);
  const rows = [
    'Date,Description,Amount,Balance',
    '15/01/2026,REPAYMENT,1000.00,-399000.00',
    '20/03/2026,TRANSFER OUT,-500.00,-399500.00',
  ];
  const file = new File([rows.join('\n')], 'march.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^Loan account/), { target: { files: [file] } });
  expect(await screen.findByText('Nothing new in this file.')).toBeInTheDocument();
  expect(screen.getByText('1 row of yours is not in this file.')).toBeInTheDocument();
  expect(screen.getAllByText('march.csv')).not.toEqual([]);
  respondTo('listObjectives', async () => {
    await waitFor(() => expect(screen.queryByText('Remove them')).not.toBeInTheDocument());
    return json({ data: [] });
  });
  await pressAll(['Remove them']);
  await waitFor(() => expect(corrected[0]?.body).toEqual({ version: loan.version, remove: [2] }));
  await waitFor(() => expect(screen.queryAllByText('march.csv')).toEqual([]));
});

test('what the other owner replaced can be restored or discarded', async () => {
  const restorable = [{ version: 1, at: exampleLoan.created_at, rows: 0, terms: true, state: false }];
  const loan = { ...exampleLoan, version: 2, restorable };
  respondWith({ getLoan: { loan, figures } });
  const sent = respondTo('restoreLoan', () =>
    json({ msg: 'Discarded.', loan: { ...loan, restorable: [] }, figures }),
  );
  await openScreen(path);
  expect(await screen.findByRole('button', { name: /^Restore/ })).toBeInTheDocument();
  await pressAll([/^Discard /, 'Discard']);
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ version: 1, act: 'discard', loan_version: 2 }]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument());
});

test('a change that can be undone offers it, and says what goes', async () => {
  const [created] = exampleLoan.changes;
  const file = { ...created!, version: 2, kind: 'file' as const, undo_act: 'remove_rows' as const };
  const terms = { ...created!, version: 3, kind: 'terms' as const, undo_act: 'undo' as const };
  const restorable = [{ version: 3, at: created!.at, rows: 0, terms: true, state: false }];
  const changes = [created!, file, terms];
  const loan = { ...exampleLoan, version: 3, row_versions: [1, 2, 2], changes, restorable };
  respondWith({ getLoan: { loan, figures } });
  const undone = respondTo('restoreLoan', () => json({ msg: 'Change undone.', loan, figures }));
  await openScreen(path);
  await pressAll([/^Undo .* changed the terms/]);
  expect(screen.queryByRole('button', { name: /began to follow|^Restore/ })).not.toBeInTheDocument();
  expect(screen.getByText('The loan is again as it was before. You can undo that, too.')).toBeInTheDocument();
  await pressAll(['Undo', /^Undo this file .* added/]);
  expect(
    screen.getByText(/^2 rows of it are removed, and what was owed before the other rows/),
  ).toBeInTheDocument();
  await pressAll(['Undo this file']);
  await waitFor(() =>
    expect(undone.map(({ body }) => body)).toEqual([
      { version: 3, act: 'undo', loan_version: 3 },
      { version: 2, act: 'remove_rows', loan_version: 3 },
    ]),
  );
});

test('a loan of the same name as another has the number of the list in its heading', async () => {
  const ofList = { ...exampleLoan, headline: figures };
  respondWith({
    getLoan: { loan: exampleLoan, figures },
    listLoans: { data: [{ ...ofList, id: path }, ofList], invitations: [] },
  });
  await openScreen(path);
  expect(await screen.findByRole('heading', { level: 1, name: /Our house \(2\)/ })).toBeInTheDocument();
});

test('a file of earlier rows that changes what is owed says so before it is added', async () => {
  const input = { opening_balance: 300_000, transactions: [{ date: '2026-03-20', amount: -500 }] };
  respondWith({ getLoan: { loan: { ...exampleLoan, input, row_versions: [1] }, figures } });
  await openScreen(path);
  const rows =
    'Date,Description,Amount,Balance\n14/03/2026,INTEREST CHARGED,-2000.00,-402000.00\n15/03/2026,REPAYMENT,500.00,-401500.00';
  const file = new File([rows], 'march.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^Loan account/), { target: { files: [file] } });
  expect(await screen.findByText(/changes from \$299,500\.00 to \$401,000\.00\./)).toBeInTheDocument();
});

test('a change of the other owner is loaded once the list has it', async () => {
  const loan = { ...exampleLoan, co_owner: { id: path, username: 'ben', user_image: null } };
  const later = { ...loan, version: 2, name: 'Changed by ben' };
  let reads = 0;
  respondWith({ listLoans: { data: [{ ...later, headline: figures }], invitations: [] } });
  respondTo('getLoan', () => json({ loan: reads++ === 0 ? loan : later, figures }));
  await openScreen(path);
  await waitFor(() => expect(reads).toBe(2));
});

test('a row that may be interest is asked about before the file can be added', async () => {
  respondWithFigures({});
  const added = respondTo('addToLoan', () =>
    json({ msg: '', loan: exampleLoan, figures, added: 3, recognised: 0, missing: [], joins: 'first' }),
  );
  await openScreen(path);
  const rows = [
    'Date,Description,Amount,Balance',
    '01/03/2026,INTEREST CHARGED,-2000.00,-402000.00',
    '15/03/2026,INTEREST SAVER TRANSFER,500.00,-401500.00',
    '20/03/2026,INTEREST TRANSFER OUT,-500.00,-402000.00',
  ];
  const file = new File([rows.join('\n')], 'march.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^Loan account/), { target: { files: [file] } });
  expect(await screen.findByText(/is it interest your bank charged on this loan\?/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
  await pressAll(['No', /^Add/]);
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]?.body).toMatchObject({
    transactions: [{ kind: 'interest' }, { amount: -500 }, { amount: 500 }],
  });
});

test('a file without interest can be added, waits while offline, and leaving the page before asks', async () => {
  respondWithFigures({});
  const added = respondTo('addToLoan', () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    return json({
      msg: '',
      loan: exampleLoan,
      figures,
      added: 1,
      recognised: 0,
      missing: [],
      joins: 'first',
    });
  });
  await openScreen(path);
  const rows = [
    'Date,Description,Amount,Balance',
    '15/03/2026,REPAYMENT,500.00,-401500.00',
    '20/03/2026,TRANSFER OUT,-500.00,-402000.00',
  ];
  const file = new File([rows.join('\n')], 'march.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(/^Loan account/), { target: { files: [file] } });
  await screen.findByRole('button', { name: /^Add( all the same)?$/ });
  expect(screen.queryByText(/We found no interest/)).not.toBeInTheDocument();
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await pressAll([/^Add( all the same)?$/]);
  await waitFor(() => expect(added).toHaveLength(1));
  fireEvent(window, new Event('offline'));
  const offline = 'You are offline. Your file is read; add it when you are back.';
  expect(await screen.findByText(offline)).toBeInTheDocument();
  isOnline.mockRestore();
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(offline)).not.toBeInTheDocument());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('link', { name: /My loans/ }));
  await screen.findByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
  await pressAll(['Cancel', /^Add/]);
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added[1]?.body).toMatchObject({ transactions: [{ amount: -500 }, { amount: 500 }] });
});

test('who begins to follow a loan is offered to unmark a saved one that is marked as variable', async () => {
  const saved = { ...exampleCalculation, name: 'My loan at 6.4%', variable_rate: true };
  const other = { ...exampleCalculation, id: exampleLoan.id, name: 'Another' };
  respondWith({
    getLoan: { loan: exampleLoan, figures },
    listCalculations: { data: [saved, other], totalCalculation: 2, totalPages: 1 },
  });
  const updates = respondTo('updateCalculation', () => json({ msg: 'Saved.', calculation: saved }));
  renderRoutes([{ path: '/loans/:loanId', Component: LoanScreen }], {
    pathname: path,
    state: { isFollowed: true },
  });
  expect(await screen.findByText('Is this a loan that you saved before?')).toBeInTheDocument();
  await pressAll(['Remove mark My loan at 6.4%']);
  await waitFor(() => expect(updates).toHaveLength(1));
  expect(updates[0]?.body).toEqual({ variable_rate: false });
  expect(screen.queryByRole('button', { name: /^Remove mark Another/ })).not.toBeInTheDocument();
});

const pressEscape = () => fireEvent.keyDown(screen.getByLabelText('Payment'), { key: 'Escape' });
