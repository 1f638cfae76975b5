import { beforeEach, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import {
  timestamp,
  signInAsStaff,
  category,
  expectFieldRefusal,
  expectRefusal,
  expectRetry,
  expectTexts,
  id,
  listOf,
} from '#test/render-screen.tsx';

fakeApi();

beforeEach(signInAsStaff);

const path = '/training';
const categories = { listTrainingCategories: listOf(category) };
const attempts = {
  listAttempts: listOf({ id, started_at: timestamp, finished_at: null, total: 5, answered: 1, correct: 1 }),
};

test.each([
  ['/dashboard', 'listAttempts', 'Your last training could not be loaded.', /^You have no trainings yet/],
  [path, 'listTrainingCategories', 'The categories could not be loaded', /^There are no questions yet/],
  [path, 'listAttempts', 'Your history could not be loaded', /^You have no trainings yet/],
  [path, 'listTrainingFriends', 'Your friends’ results could not be loaded', /^Friends who both share/],
  ['/training/7', 'getAttempt', 'The training could not be loaded', /^No such training/],
] as const)('%s says that %s failed, and reads again on request', (url, name, failure, none) =>
  expectRetry(url, name, failure, none),
);

test.each([
  ['startAttempt', categories, ['Start']],
  ['deleteAttempt', attempts, [/^Delete the training of/, 'Delete training']],
] as const)('the screen says why %s was refused', (name, answers, presses) =>
  expectRefusal(path, name, answers, presses),
);

test('an invalid number of questions is reported beside its field', () => {
  const refused = { name: 'startAttempt', field: 'count', label: 'Questions (1–50)' } as const;
  return expectFieldRefusal(path, refused, categories, ['Start']);
});

test('friends are listed with their trainings and share of correct answers, if they have any', () => {
  const friends = [
    { id: '1', username: 'bob', user_image: null, finished: 0, correct_share: 0 },
    { id: '2', username: 'eve', user_image: null, finished: 4, correct_share: 0.75 },
  ];
  return expectTexts(path, { listTrainingFriends: listOf(...friends) }, [], 'bob0–', 'eve475%');
});
