import { screen } from '@testing-library/react';
import type { AttemptSummary } from 'contract/training/training.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { signInUser } from '#test/fake-session.ts';
import { LastResultCard } from './last-result-card.tsx';

fakeApi();
beforeEach(() => {
  signInUser();
  respondTo('listTrainingCategories', () => json({ data: [], due: 12, new: 3, next_due_at: null }));
});

const open: AttemptSummary = {
  id: '01930a4e-7c00-7000-8000-000000000014',
  started_at: '2026-01-31T02:03:04.567Z',
  finished_at: null,
  total: 10,
  answered: 3,
  correct: 2,
  by_category: [],
};
const finished: AttemptSummary = {
  ...open,
  id: '01930a4e-7c00-7000-8000-000000000013',
  finished_at: '2026-01-31T02:10:00.000Z',
  answered: 10,
  correct: 7,
};

test.each([
  ['the last result, also behind a training that is open', [open, finished], '7 of 10 right', true],
  ['what is answered of the first training', [open], '3 of 10 answered', true],
  ['that there is none', [], 'You have no trainings yet.', false],
])('the dashboard says %s', async (_what, data, text, canContinue) => {
  respondTo('listAttempts', () => json({ data, totalAttempt: data.length, numOfPages: 1, page: 1 }));
  renderAt('/dashboard', LastResultCard);
  expect(await screen.findByText(new RegExp(text))).toBeInTheDocument();
  expect(await screen.findByText('12 questions are due')).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'Continue' })).toHaveLength(canContinue ? 1 : 0);
});
