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

/** Drops a text as it is, and anything else as JSON. */
function drop(content: unknown) {
  const file = new File([typeof content === 'string' ? content : JSON.stringify(content)], 'bank');
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
      [refused({ 'row 2: category': ['Required.'] }), json({ rows: 2, existing: 0, created: 0 })][index] ??
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

const header = 'text,choice_1,choice_2,answer,category,difficulty';
const faulty = (place: number) => ({ [`row ${place}: choices`]: ['Must be different from one another.'] });
const twice = (text: string) => `${text},a,a,1,Loans,1`;
const numbers = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('rows are numbered by their place in the file and removed one at a time or all with errors', async () => {
  const checks = respondTo(
    'importQuestions',
    ({ index }) =>
      [refused(faulty(1)), refused(faulty(2)), refused(faulty(1))][index] ??
      json({ rows: 1, existing: 0, created: 0 }),
  );
  drop(['sep=,', header, twice('First?'), '', 'Second?,a,b,1,Loans,1', twice('Third?')].join('\n'));
  expect(await screen.findByText('choices: Must be different from one another.')).toBeInTheDocument();
  expect(numbers()).toEqual(['1', '2', '3']);
  expect(screen.getByText('Remove all 2 rows with errors')).toBeInTheDocument();

  fireEvent.click(screen.getByRole('button', { name: 'Remove row 1' }));
  await waitFor(() => expect(checks).toHaveLength(2));
  await waitFor(() => expect(numbers()).toEqual(['2', '3']));
  expect(await screen.findByRole('button', { name: 'Edit row 3' })).toBeInTheDocument();

  fireEvent.click(screen.getByText('Remove the row with errors'));
  await waitFor(() => expect(checks).toHaveLength(3));
  await waitFor(() => expect(numbers()).toEqual(['2']));
  expect(await screen.findByRole('button', { name: 'Edit row 2' })).toBeInTheDocument();
});

test('questions that exist are imported only on request', async () => {
  const calls = respondTo('importQuestions', () => json({ rows: 5, existing: 2, created: 3 }));
  drop([row]);
  expect(await screen.findByText('Import 3 questions')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import the 2 questions that already exist, too/ }));
  press('Import 5 questions');
  expect(await screen.findByText('3 questions imported.')).toBeInTheDocument();
  const sent = await calls[1]!.request.formData();
  expect([sent.get('dry_run'), sent.get('include_existing')]).toEqual(['false', 'true']);
});

test('a file whose questions all exist has nothing to import', async () => {
  respondTo('importQuestions', () => json({ rows: 1, existing: 1, created: 0 }));
  drop([row]);
  expect(await screen.findByText('All of its questions exist already.')).toBeInTheDocument();
  expect(screen.queryByText(/^Import 0/)).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import the question that already exists, too/ }));
  expect(screen.getByText('Import 1 question')).toBeInTheDocument();
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

test('questions of this version are counted, and added with those that staff deleted only on request', async () => {
  const calls = respondTo('importReleaseQuestions', ({ index }) =>
    index === 0
      ? json({ missing: 90, removed: 2, created: 0 })
      : index === 1
        ? refusal('conflict', 'There are 50 categories already.')
        : json({ missing: 90, removed: 2, created: 92 }),
  );
  press('Look for missing questions');
  expect(await screen.findByText('90 questions of this version are missing.')).toBeInTheDocument();
  expect(screen.getByText('Add 90 questions')).toBeInTheDocument();
  fireEvent.click(
    screen.getByRole('checkbox', { name: /^Add the 2 questions that staff changed or deleted/ }),
  );
  press('Add 92 questions');
  expect(await screen.findByRole('alert')).toHaveTextContent('There are 50 categories already.');
  press('Add 92 questions');
  expect(await screen.findByText('92 questions added.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await Promise.all(calls.map(({ request }) => request.json()))).toEqual([
    { dry_run: true },
    { include_removed: true },
    { include_removed: true },
  ]);
});
