import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { signInUser } from '#test/fake-session.ts';
import { renderAt } from '#test/render-at.tsx';
import TrainingScreen from './training-screen.tsx';

fakeApi();

const amount = {
  id: '01930a4e-7c00-7000-8000-000000000001',
  kind: 'number',
  text: 'What is a month’s interest on $60,000 at 6% a year?',
  choices: [],
  unit: 'AUD',
  tolerance: 0.005,
  category_name: 'Interest',
  difficulty: 1,
};
const choice = {
  ...amount,
  id: '01930a4e-7c00-7000-8000-000000000002',
  kind: 'choice',
  text: 'Which day?',
  choices: ['Monday', 'Friday'],
  unit: null,
  tolerance: null,
  category_name: 'Dates',
};
const token = 'signed.token';

/** Opens the sample as a guest, with responses to the answers in turn. */
function open(...checked: object[]) {
  respondTo('sampleQuestions', () => json({ data: [amount, choice], token }));
  const answers = respondTo('checkSample', ({ index }) => {
    const response = checked[index] ?? {};
    return 'details' in response ? HttpResponse.json(response, { status: 400 }) : json(response);
  });
  renderAt('/training', TrainingScreen);
  return answers;
}

const right = { correct: true, chosen: 300, answer: 300, explanation: 'A twelfth of 6%.', calculation: null };
const wrong = { correct: false, chosen: 0, answer: 1, explanation: '', calculation: null };

test('a guest answers a sample, reads each answer and the result by category, and is invited to register', async () => {
  const answers = open(right, wrong);
  expect(await screen.findByText(amount.text)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Your answer in dollars'), '$300{Enter}');
  expect(await screen.findByText('Right.')).toBeInTheDocument();
  expect(screen.getByText('A twelfth of 6%.')).toBeInTheDocument();
  expect(screen.getByText('1 right so far')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next question' }));
  await userEvent.click(screen.getByRole('radio', { name: /Monday/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(await screen.findByText('Not quite. The right answer is: Friday')).toBeInTheDocument();
  expect(answers.map(({ body }) => body)).toEqual([
    { token, question_id: amount.id, value: '$300' },
    { token, question_id: choice.id, choice: 0 },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'See the result' }));
  const result = within(screen.getByRole('region', { name: 'Result' }));
  expect(result.getByText('1 of 2 right')).toBeInTheDocument();
  expect(result.getByRole('row', { name: /^Interest 1 of 1 100%/ })).toBeInTheDocument();
  expect(result.getByRole('row', { name: /^Dates 0 of 1 0%/ })).toBeInTheDocument();
  expect(result.getByRole('link', { name: 'Keep your progress: create an account' })).toHaveAttribute(
    'href',
    '/register',
  );
});

test('a text that is no number is refused beside its field, and the same question can be answered again', async () => {
  const details = { value: ['Must be an amount.'] };
  open({ msg: 'Invalid.', code: 'validation_failed', details }, right);
  const field = await screen.findByLabelText('Your answer in dollars');
  await userEvent.type(field, 'many{Enter}');
  expect(await screen.findByText('Must be an amount.')).toBeInTheDocument();
  expect(field).toHaveAccessibleDescription(expect.stringContaining('Must be an amount.'));
  await userEvent.clear(field);
  await userEvent.type(field, '300{Enter}');
  expect(await screen.findByText('Right.')).toBeInTheDocument();
});

test('after the sign-in the answers are saved as the first training, once', async () => {
  open(right);
  await userEvent.type(await screen.findByLabelText('Your answer in dollars'), '300{Enter}');
  await screen.findByText('Right.');
  const saves = respondTo('saveSample', () =>
    json({ msg: 'Your answers are saved.', attempt: { id: amount.id, questions: [] } }),
  );
  const empty = { data: [], page: 1, numOfPages: 1, totalAttempt: 0, due: 0, new: 0, next_due_at: null };
  for (const name of ['listTrainingCategories', 'listAttempts', 'listTrainingFriends'] as const)
    respondTo(name, () => json(empty));
  respondTo('getPreferences', () => json({ share_training: false }));
  signInUser();
  expect(await screen.findByText(/You answered 1 question in this browser/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save my answers' }));
  await vi.waitFor(() => expect(screen.queryByText(/You answered 1 question/)).not.toBeInTheDocument());
  expect(saves.map(({ body }) => body)).toEqual([
    { token, answers: [{ question_id: amount.id, value: '300' }] },
  ]);
});

test.each([
  'no JSON',
  'null',
  '{"token":"t","answers":[],"storedAt":9000000000000}',
  '{"work":null,"expiresAtMs":9000000000000}',
  '{"work":{"token":"t","answers":null},"expiresAtMs":9000000000000}',
  '{"work":{"token":"t","answers":[]},"username":5,"expiresAtMs":9000000000000}',
])('answers that the browser stores as %s are ignored', async (stored) => {
  localStorage.setItem('training-sample', stored);
  signInUser();
  for (const name of ['listTrainingCategories', 'listAttempts', 'listTrainingFriends'] as const)
    respondTo(name, () =>
      json({ data: [], page: 1, numOfPages: 1, totalAttempt: 0, due: 0, new: 0, next_due_at: null }),
    );
  respondTo('getPreferences', () => json({ share_training: false }));
  renderAt('/training', TrainingScreen);
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save my answers' })).not.toBeInTheDocument();
});
