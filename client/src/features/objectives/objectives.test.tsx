import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  beStaff,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
  loan,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(beStaff);

const path = '/dashboard';
const house = {
  id,
  title: 'House',
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

test('the list says that it could not be read, and reads again on request', () =>
  expectRetry(path, 'listObjectives', 'Your objectives could not be loaded.', /^Set a debt to pay off/));

test('the form says why an objective was refused', () =>
  expectRefusal(path, 'createObjective', {}, filledForm));

test('a refused title has its reason beside it', () =>
  expectFieldRefusal(path, { name: 'createObjective', field: 'title', label: 'Title' }, {}, filledForm));

test('the card says why its deletion was refused', () =>
  expectRefusal(path, 'deleteObjective', objectives, ['Delete House', 'Delete objective']));

test('the card and the form name the calculation, and the card lists the amount of each day', () => {
  const history = [{ date: '2026-01-30', amount: 1 }];
  const answers = {
    listCalculations: listOf(loan),
    listObjectives: listOf({ ...house, calculation_id: id, history }),
  };
  return expectTexts(path, answers, ['Update House'], 'CalculationHome', '30 Jan 2026');
});

test('the form keeps a calculation that is not among the listed ones', () =>
  expectTexts(
    path,
    { listObjectives: listOf({ ...house, calculation_id: id }) },
    ['Update House'],
    'NoneThe current calculation',
  ));
