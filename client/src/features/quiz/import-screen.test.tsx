import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { errorOf, renderAt } from '#test/render-at.tsx';
import { sessionUser, signInUser } from '#test/fake-session.ts';
import ImportScreen from './import-screen.tsx';

fakeApi();

const press = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button' }));

const refused = (details: Record<string, string[]>) =>
  HttpResponse.json({ msg: '1 fault was found.', code: 'validation_failed', details }, { status: 400 });

const row = {
  text: 'Why?',
  choices: ['a', 'b'],
  answer: 0,
  explanation: '',
  category: 'Loans',
  difficulty: 2,
};
const rows = [row, { text: 'Which?', choices: ['a'], answer: 7 }];

function drop(content: unknown) {
  const file = new File([JSON.stringify(content)], 'bank.json');
  const zone = screen.getByText(/^Drop a CSV or JSON file here/).closest('label')!;
  fireEvent.dragOver(zone);
  fireEvent.drop(zone, { dataTransfer: { files: [file], types: ['Files'] } });
}

beforeEach(() => {
  signInUser({ user: { ...sessionUser, is_staff: true } });
  renderAt('/admin/question/import', ImportScreen);
});

test('the rows with errors of a dropped file can be filtered and edited, and a failed save reports why', async () => {
  respondTo(
    'importQuestions',
    ({ index }) =>
      [refused({ 'row 2: category': ['Required.'] }), json({ rows: 2, created: 0 })][index] ??
      refusal('unavailable', 'Busy.'),
  );
  drop(rows);
  expect(await screen.findByText(/^2 rows · page 1/)).toBeInTheDocument();
  expect(screen.getByText('category: Required.')).toBeInTheDocument();
  expect(screen.getByText('No category')).toBeInTheDocument();
  fireEvent.click(screen.getByLabelText('Rows with errors only'));
  expect(screen.getByText(/^1 row · page 1/)).toBeInTheDocument();

  press('Edit');
  expect(errorOf('Category')).toBe('Required.');
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Loans' } });
  fireEvent.change(screen.getByLabelText('Choice 2'), { target: { value: 'b' } });
  press('Keep');
  await waitFor(() => expect(errorOf('Category')).toBeNull());
  expect(within(screen.getByRole('dialog')).getByText('Mark the right choice.')).toBeInTheDocument();
  fireEvent.click(screen.getByLabelText('Choice 2 is right'));
  press('Keep');
  expect(await screen.findByText('2 rows can be imported.')).toBeInTheDocument();

  press('Import 2 questions');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This file cannot be imported');
  expect(alert).toHaveTextContent('Busy.');
});

test.each([
  ['holds no list', { text: 'Why?' }],
  ['is cut off', undefined],
])('the server’s message about a file that %s is displayed, without rows', async (_, content) => {
  respondTo('importQuestions', () => refused({ file: ['Must be a list of questions.'] }));
  drop(content);
  expect(await screen.findByRole('alert')).toHaveTextContent('The file: Must be a list of questions.');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
