import { fireEvent, screen } from '@testing-library/react';
import { trainingMessages } from 'contract/training/training.constants.ts';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
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
  openScreen,
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

const question = {
  id,
  kind: 'choice',
  text: 'Which day?',
  choices: ['Monday', 'Friday'],
  unit: null,
  tolerance: null,
  category_name: 'Dates',
  difficulty: 1,
  chosen: null,
  answer: null,
  correct: null,
  explanation: null,
  calculation: null,
};
const answered = { ...question, chosen: 1, answer: 0, correct: false, explanation: 'By custom.' };
const attemptOf = (...questions: object[]) => ({ id: '7', total: 2, answered: 0, correct: 0, questions });

test.each([
  ['another tab gave', () => refusal('conflict', trainingMessages.answeredAlready)],
  ['the server has, although its response was lost', () => HttpResponse.error()],
])('the training goes on after the answer that %s, which is displayed', async (_, respond) => {
  const second = { ...question, id: '8', text: 'Which month?' };
  respondTo('getAttempt', ({ index }) => json(attemptOf(index === 0 ? question : answered, second)));
  respondTo('answerQuestion', respond);
  await openScreen('/training/7');
  fireEvent.click(await screen.findByRole('radio', { name: /Monday/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('Not quite. The right answer is: Monday')).toBeInTheDocument();
  expect(screen.getByText('By custom.')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Friday/ })).toBeChecked();
  expect(screen.getByRole('alert')).toHaveTextContent(trainingMessages.answeredAlready);
  fireEvent.click(screen.getByRole('button', { name: 'Next question' }));
  expect(await screen.findByText('Which month?')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});
