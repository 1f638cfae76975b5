import { calculationMethod } from 'contract/calculations/method.ts';
import type { OperationName } from 'contract/operations.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flagMessages } from 'contract/flags/flags.constants.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionUser } from '#test/fake-session.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import {
  type Responses,
  signInAsStaff,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  loanInput,
  listOf,
  loan,
  openScreen,
  pressAll,
  type Presses,
  respondWith,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = '/dashboard';
const archive = { listCalculations: listOf(loan) };
const friends = {
  listFriendRequests: {
    received_requests: [],
    sent_requests: [],
    friends: [{ id, username: 'bob', user_image: null }],
  },
};

test('the archive reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(
    path,
    'listCalculations',
    'Your archive could not be loaded.',
    /^Your saved calculations will appear here/,
  ));

const changes: [change: OperationName, answers: Responses, ...Presses][] = [
  ['shareCalculation', { ...archive, ...friends }, 'Share Home', 'bob', 'Share with bob'],
  ['createCalculation', archive, 'Duplicate Home'],
  ['updateCalculation', archive, 'Rename Home', 'Save'],
  ['deleteCalculation', archive, 'Delete Home', 'Delete calculation'],
];

test.each(changes)('the archive reports why %s was refused', (change, answers, ...presses) =>
  expectRefusal(path, change, answers, presses),
);

test('an invalid name is reported beside its field', () => {
  const refused = { name: 'updateCalculation', field: 'name', label: 'Name' } as const;
  return expectFieldRefusal(path, refused, archive, ['Rename Home', 'Save']);
});

test('a calculation of a newer version is listed plainly, and can be renamed and deleted', async () => {
  const newer = { ...loan, kind: 'unknown', name: 'The house', input: {}, summary: {} };
  await expectTexts(
    path,
    { listCalculations: listOf(newer) },
    ['More actions for The house'],
    'Saved by a newer version',
  );
  expect(screen.getByRole('button', { name: 'Delete The house' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /The house/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Duplicate/ })).not.toBeInTheDocument();
});

test('each row displays its figures, its notes, and the friends that it is shared with', async () => {
  const summary = { calculated_monthly_payment: 40, total_interest_paid: 9, saved: { interest: 3 } };
  const weekly = { ...loanInput, payment_frequency: 'weekly' };
  const calculations = [
    { ...loan, id: '2', name: 'Mine', kind: 'scenario', input: weekly, summary, shared_with: [sessionUser] },
    { ...loan, id: '3', name: 'Of bob', shared_by: { username: 'bob' }, notes: 'From the branch.' },
  ];
  respondWith({ listCalculations: listOf(...calculations) });
  await openScreen(path);
  const cells = within(await screen.findByRole('row', { name: /Mine/ })).getAllByRole('cell');
  expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    'What if',
    '40.00a week',
    '9.00',
    '3.00',
    'interest saved',
  ]);
  expect(screen.getByRole('row', { name: /Mine/ })).toHaveTextContent('shared with mata');
  expect(screen.getByRole('row', { name: /Of bob/ })).toHaveTextContent('from bob');
  expect(screen.getByText('From the branch.')).toBeInTheDocument();
});

test('ticking two offers to compare them in the place of the search, and clearing brings it back', async () => {
  const calculations = ['One', 'Two'].map((name) => ({ ...loan, id: name, name }));
  // Never answered.
  respondTo('getCalculation', () => new Promise<never>(() => undefined));
  respondWith({ listCalculations: listOf(...calculations) });
  await openScreen(path);
  const archived = within(await screen.findByRole('region', { name: 'Archive' }));
  await screen.findByRole('checkbox', { name: 'Compare One' });
  const ticked = archived.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT');
  expect(ticked).toBeEmptyDOMElement();
  await pressAll(['Compare One']);
  expect(ticked).toHaveTextContent('1 ticked');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument();
  await pressAll(['Compare Two']);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  await pressAll(['Compare']);
  expect(screen.getByRole('region', { name: 'Comparison' })).toHaveFocus();
  await pressAll(['Clear ticks']);
  expect(screen.queryByRole('region', { name: 'Comparison' })).not.toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Compare One' })).not.toBeChecked();
});

const box = (name: string) => screen.getByRole('checkbox', { name: `Compare ${name}` });

test('what cannot be compared with what is ticked says why', async () => {
  const input = {
    opening_balance: '0',
    deposit_per_month: '500',
    duration_months: '12',
    annual_interest_rate: '4',
  };
  const summary = { total_deposits: 6000, total_interest: 110, final_balance: 6110 };
  const savings = { ...loan, id: 'Jar', name: 'Jar', kind: 'savings', input, summary };
  const loans = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ ...loan, id: name, name }));
  respondWith({ listCalculations: listOf(...loans, savings) });
  await openScreen(path);
  await pressAll(['Compare One']);
  expect(box('Jar')).toBeDisabled();
  expect(box('Jar')).toHaveAccessibleDescription('Loans are compared with loans, and savings with savings.');
  expect(box('Two')).toBeEnabled();
  await pressAll(['Compare Two', 'Compare Three', 'Compare Four']);
  expect(box('Five')).toBeDisabled();
  expect(box('Five')).toHaveAccessibleDescription('At most 4 are compared.');
  expect(screen.getByText(/At most 4 are compared\. Loans are/)).toBeInTheDocument();
});

test('a calculation that could not be deleted stays ticked', async () => {
  await expectRefusal(path, 'deleteCalculation', archive, [
    `Compare ${loan.name}`,
    `Delete ${loan.name}`,
    'Delete calculation',
  ]);
  expect(screen.getByRole('checkbox', { name: `Compare ${loan.name}` })).toBeChecked();
});

test('a user without friends is informed of that, and cannot share', () =>
  expectTexts(path, archive, ['Share Home'], 'You have no friends here yet.'));

test('a page that lacks the rules of saved figures asks to be reloaded', () =>
  expectTexts(
    path,
    { listCalculations: listOf({ ...loan, method: calculationMethod + 1 }) },
    [],
    'RELOAD THIS PAGE',
    'The calculation rules have changed',
  ));

async function openReport() {
  respondWith({ listCalculations: listOf({ ...loan, shared_by: { ...sessionUser, username: 'bob' } }) });
  await openScreen(path);
  await userEvent.click(await screen.findByRole('button', { name: `More actions for ${loan.name}` }));
  await userEvent.click(screen.getByRole('button', { name: /^Report this person/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Report bob' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Is offensive' }));
  return dialog;
}

test.each([
  [`The calculation “${loan.name}”`, { subject: 'shared_calculation', calculation_id: loan.id }],
  ['The person', { subject: 'person' }],
])('a report beside a shared calculation about %s is sent as %j', async (label, sent) => {
  const reports = respondTo('createFlag', () => json({ msg: flagMessages.created, flag: {} }));
  const dialog = await openReport();
  await userEvent.selectOptions(dialog.getByLabelText('What is it about?'), label);
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  await expect
    .poll(() => reports[0]?.body)
    .toEqual({ user_id: sessionUser.id, reason: 'offensive', text: '', block: false, ...sent });
});

test('a second report says that it blocks nobody, in view, and offers the block', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  respondTo('createFlag', () => refusal('already_flagged', flagMessages.notBlocked));
  const blocks = respondTo('blockUser', () => json({ msg: 'User blocked.' }));
  const dialog = await openReport();
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Also block bob/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent(flagMessages.notBlocked);
  expect(scrolled.mock.contexts).toContain(alert.parentElement);
  await userEvent.click(dialog.getByRole('button', { name: 'Block bob' }));
  await expect.poll(() => blocks).toHaveLength(1);
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Report bob' })).toBeNull();
});
