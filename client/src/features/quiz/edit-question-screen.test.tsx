import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import EditQuestionScreen from './edit-question-screen.tsx';

fakeApi();

const id = '01930a4e-7c00-7000-8000-000000000007';
const category = { id, name: 'Loans', description: '', position: 1, question_count: 1, published_count: 1 };
const question = {
  id,
  text: 'Why?',
  choices: ['a', 'b', 'c'],
  answer: 2,
  explanation: '',
  category_id: id,
  category_name: 'Loans',
  difficulty: 1,
  status: 'published',
  source: '',
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function render(change: object) {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  respondTo('getQuestion', () => json({ ...question, ...change }));
  respondTo('listCategories', () => json({ data: [category] }));
  renderAt('/admin/question/:questionId/edit', EditQuestionScreen, `/admin/question/${id}/edit`);
}

test('a question of a newer version has no form', async () => {
  render({ kind: 'unknown', choices: [], answer: null });
  expect(await screen.findByText('Saved by a newer version.')).toBeInTheDocument();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Delete']);
  expect(screen.queryByRole('textbox')).toBeNull();
});

async function open(change: object = {}) {
  render(change);
  await screen.findByRole('textbox', { name: 'Question' });
}

test('the right choice stays selected when another one is removed, and an error is displayed beside it', async () => {
  await open();
  const details = { text: ['Too odd.'] };
  const saves = respondTo('updateQuestion', () =>
    HttpResponse.json({ msg: 'Not saved.', code: 'validation_failed', details }, { status: 400 }),
  );
  press('Remove choice 1');
  await waitFor(() => expect(screen.getByLabelText('Choice 1')).toHaveFocus());
  expect(screen.getByLabelText('Choice 2 is right')).toBeChecked();
  press('Add a choice');
  fireEvent.change(screen.getByLabelText('Choice 3'), { target: { value: 'd' } });
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'draft' } });
  fireEvent.change(screen.getByLabelText('Difficulty'), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText('Source'), { target: { value: 'Euclid' } });
  press('Save');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved.');
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveAccessibleDescription('Too odd.');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Question' })).toHaveFocus());
  expect(saves[0]?.body).toMatchObject({
    choices: ['b', 'c', 'd'],
    answer: 1,
    status: 'draft',
    difficulty: 3,
    source: 'Euclid',
  });
});

test('a question with unsaved changes is deleted after a confirmation, and the list opens', async () => {
  await open();
  const deletions = respondTo('deleteQuestions', () => json({ msg: 'Deleted.', deleted: 1 }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Question' }), { target: { value: 'Half a' } });
  press('Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete question' }));
  await waitFor(() => expect(screen.getByText('arrived at /admin/questions')).toBeInTheDocument());
  expect(deletions[0]?.body).toEqual({ ids: [id] });
});

const drawOf = (amount: number) => ({
  values: { amount },
  text: `A tenth of $${amount}?`,
  answer: amount / 10,
  explanation: 'Divide by ten.',
});

test('the preview draws a question with its answers, and again, with the answers at the corners or the reason for none', async () => {
  const unit = 'AUD';
  await open({
    kind: 'number',
    text: 'A tenth of {amount}?',
    choices: [],
    answer: null,
    unit,
    tolerance: 0.005,
    solution: { expression: 'amount / 10' },
    variables: [{ name: 'amount', from: 10, to: 1000, step: 10, unit }],
  });
  const corners = [10, 1000].map((amount) => ({ values: { amount }, answer: amount / 10 }));
  const previews = respondTo('previewQuestion', ({ index }) =>
    index < 2
      ? json({ draws: [drawOf(index === 0 ? 20 : 130)], corners })
      : HttpResponse.json(
          {
            msg: 'Not valid.',
            code: 'validation_failed',
            details: { 'solution.expression': ['Divides by zero.'] },
          },
          { status: 400 },
        ),
  );
  press('Draw figures');
  expect(await screen.findByText('A tenth of $20?')).toBeInTheDocument();
  expect(screen.getByText('Divide by ten.')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: '$1,000 $100' })).toBeInTheDocument();
  press('Draw again');
  expect(await screen.findByText('A tenth of $130?')).toBeInTheDocument();
  expect(previews[1]?.body).toMatchObject({ kind: 'number', solution: { expression: 'amount / 10' } });
  fireEvent.change(screen.getByLabelText('Expression'), { target: { value: 'amount / 0' } });
  press('Draw again');
  expect(await screen.findByRole('alert')).toHaveTextContent('solution.expression: Divides by zero.');
  expect(previews[2]?.body).toMatchObject({ solution: { expression: 'amount / 0' } });
});
