import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import {
  signInAsStaff,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  openScreen,
  pressAll,
  refuseOperation,
  respondWith,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = '/dashboard';
const house = {
  id,
  title: 'House',
  kind: 'save',
  loan_id: null,
  current_amount: 1,
  target_amount: 9,
  target_date: '2126-12-31',
  history: [],
};
const objectives = { listObjectives: listOf(house) };
const filledForm = [
  'Set an objective',
  { label: 'Title', text: 'House' },
  { label: 'Amount to Save', text: '1000' },
  { label: 'By', text: '2126-12-31' },
  'Save',
];

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listObjectives', 'Your objectives could not be loaded.', /^Set a debt to pay off/));

test('the form reports why an objective was refused', () =>
  expectRefusal(path, 'createObjective', {}, filledForm));

test('an invalid title is reported beside its field', () =>
  expectFieldRefusal(path, { name: 'createObjective', field: 'title', label: 'Title' }, {}, filledForm));

test('the row reports why its deletion was refused', () =>
  expectRefusal(path, 'deleteObjective', objectives, ['Delete House', 'Delete objective']));

test('the opened row lists the amount of each day', () => {
  const history = [{ date: '2026-01-30', amount: 1 }];
  return expectTexts(path, { listObjectives: listOf({ ...house, history }) }, ['House'], '30 Jan 2026');
});

test.each([
  ['Amount to Save', '10%', /^Dollars, not per cent\./],
  ['Saved so Far', '10%', /^Dollars, not per cent: 10 % of \$1,000 is \$100/],
  ['Saved so Far', '6,19', /^Use a point for decimals: 6\.19/],
  ['Saved so Far', '500.000', /^Did you mean 500,000 or 500\?/],
])('the field %s refuses %s', async (label, text, description) => {
  respondWith({});
  await openScreen(path);
  await pressAll([...filledForm.slice(0, -1), { label, text }, 'Save']);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(description));
});

test('an objective of a loan keeps it where the loans could not be loaded', async () => {
  const filled = { ...house, kind: 'pay_off', loan_id: id, expected_on: null, on_track: false };
  respondWith({ listObjectives: listOf(filled) });
  refuseOperation('listLoans');
  const saves = respondTo('updateObjective', () => json({ msg: 'Objective updated.', objective: filled }));
  await openScreen(path);
  await pressAll(['Change House']);
  expect(await screen.findByLabelText('Filled by')).toHaveDisplayValue('Its loan');
  await pressAll(['Save']);
  await expect.poll(() => saves[0]?.body).toMatchObject({ loan_id: id, kind: 'pay_off' });
  expect(screen.getByRole('cell', { name: 'a loan' })).toBeInTheDocument();
});

test('an amount is grouped once its field is left, and its form sends the plain number', async () => {
  respondWith({});
  const saves = respondTo('createObjective', () => json({ msg: 'Objective set.', objective: house }));
  await openScreen(path);
  await pressAll(filledForm.slice(0, -1));
  fireEvent.blur(screen.getByLabelText('Amount to Save'));
  expect(screen.getByLabelText('Amount to Save')).toHaveValue('1,000');
  await pressAll(['Save']);
  await expect.poll(() => saves[0]?.body).toMatchObject({ target_amount: '1000' });
});
