import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FlagOutcome, flagMessages, flagOutcomes } from 'contract/flags/flags.constants.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#ui/feedback/toast.ts';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { enter, errorOf } from '#test/render-at.tsx';
import { expectRetry, id, listOf, openScreen, respondWith, signInAsStaff } from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const path = '/admin/flags';
const summary = {
  id,
  user_id: id,
  username: 'mallory',
  subject: 'image',
  reasons: ['fraud', 'unknown'],
  flags: 2,
  version: 2,
  created_at: '2026-11-24T01:02:03.000Z',
  latest_at: '2026-11-25T01:02:03.000Z',
  answer: null,
};
const answer = {
  outcome: 'no_action',
  note: 'Her own name.',
  message: 'Please choose another name.',
  answered_at: '2026-11-20T01:02:03.000Z',
  answered_by: null,
};
const flag = {
  ...summary,
  usernames: ['mallory', 'malice'],
  images: [
    { url: 'https://files.example/x', is_current: true },
    { url: 'https://files.example/y', is_current: false },
  ],
  calculations: [
    { name: 'Rude', shared: { name: 'Kind', kind: 'loan' } },
    { name: 'Worse', shared: null },
  ],
  texts: [
    { flagger: 'ada', reason: 'fraud', text: 'Took my deposit.', created_at: summary.created_at },
    { flagger: null, reason: 'unknown', text: '', created_at: summary.latest_at },
  ],
  counted: 3,
  earlier: [{ ...summary, id: id.replace(/.$/, '9'), subject: 'name', reasons: ['spam'], flags: 1, answer }],
  suspended_until: null,
  may_answer: true,
};

const read = async () => {
  await openScreen(path);
  await userEvent.click(await screen.findByRole('button', { name: /^Click to read mallory/ }));
  await screen.findByText('Took my deposit.');
};

const rowOf = (username: string) =>
  screen
    .getByRole('button', { name: new RegExp(`^Click to read ${username}`), hidden: true })
    .closest<HTMLElement>('tr, li')!;

test('the queue reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listFlags', 'Failed to fetch the flags', /^No flag found/));

test('a row opens with the person as it was, the texts, earlier answers, and five outcomes with what each does', async () => {
  respondWith({ listFlags: listOf(summary) });
  respondTo('getFlag', () => json(flag));
  await read();
  expect(screen.getByRole('link', { name: 'mallory' })).toHaveAttribute('href', `/admin/user/${id}`);
  expect(screen.getByText('malice')).toBeInTheDocument();
  expect(screen.getAllByRole('img', { name: /at the time of the report/ })).toHaveLength(2);
  expect(screen.getByText('No longer in use')).toBeInTheDocument();
  const calculations = within(screen.getByRole('list', { name: 'Shared calculations' }));
  expect(calculations.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“Rude”Loan, still shared with who reported it. It is now called “Kind”.',
    '“Worse”No longer shared with who reported it.',
  ]);
  expect(screen.getByText(/^3 more flags without a text/)).toBeInTheDocument();
  const others = screen.getByText('Other flags about this person').closest('section');
  expect(others).toHaveTextContent(
    /No action by a deleted agent.*Message: Please choose another name\..*Note: Her own name\./,
  );
  const outcomes = within(screen.getByRole('region', { name: 'Answer' })).getAllByRole('listitem');
  expect(outcomes.map((item) => within(item).getByRole('button').textContent)).toEqual([
    'Do Nothing',
    'Warn',
    'Remove Image',
    'Change Name',
    'Suspend',
  ]);
  for (const item of outcomes) expect(item.textContent.length).toBeGreaterThan(30);
});

async function readAndPress(button: string) {
  await read();
  await userEvent.click(screen.getByRole('button', { name: button }));
  return within(screen.getByRole('dialog', { name: `${button}: mallory` }));
}

const taken = () =>
  HttpResponse.json(
    { msg: 'username already exists', code: 'conflict', details: { username: ['username already exists'] } },
    { status: 409 },
  );

const entered: Record<FlagOutcome, [button: string, fields: Record<string, string>, body: object]> = {
  no_action: ['Do Nothing', {}, { message: '' }],
  warned: ['Warn', { Message: 'Stop it.' }, { message: 'Stop it.' }],
  image_removed: ['Remove Image', {}, { message: '' }],
  name_changed: ['Change Name', { 'New username': 'mal' }, { username: 'mal' }],
  suspended: ['Suspend', { Reason: 'Fraud.' }, { message: 'Fraud.', ends_at: expect.any(String) }],
};

test.each(flagOutcomes)('the answer %s is sent with the version that was read', async (outcome) => {
  respondWith({ listFlags: listOf(summary) });
  respondTo('getFlag', () => json(flag));
  const answers = respondTo('answerFlag', () => json({ msg: flagMessages.answered, flag: summary }));
  const [button, fields, body] = entered[outcome];
  const dialog = await readAndPress(button);
  for (const [label, text] of Object.entries(fields)) enter(label, text);
  enter('Note (optional)', 'Seen.');
  await userEvent.click(dialog.getByRole('button', { name: button }));
  await expect.poll(() => answers[0]?.body).toMatchObject({ outcome, version: 2, note: 'Seen.', ...body });
});

test('the dialog displays what is missing, and further reports with all that was entered, and then sends their version', async () => {
  respondWith({ listFlags: listOf(summary) });
  let current: object = flag;
  respondTo('getFlag', () => json(current));
  const answers = respondTo('answerFlag', () => {
    current = {
      ...flag,
      version: 3,
      flags: 3,
      texts: [...flag.texts, { ...flag.texts[0], flagger: 'ben', text: 'Mine, too.' }],
    };
    return refusal('conflict', flagMessages.moreFlags);
  });
  const dialog = await readAndPress('Warn');
  await userEvent.click(dialog.getByRole('button', { name: 'Warn' }));
  expect(await dialog.findByText(flagMessages.messageMissing)).toBeInTheDocument();
  enter('Message', 'Stop it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Warn' }));
  expect(await dialog.findByText(flagMessages.moreFlags)).toBeInTheDocument();
  expect(await dialog.findByText('Mine, too.')).toBeInTheDocument();
  expect(dialog.queryByText('Took my deposit.')).toBeNull();
  // Enter again would send the answer unread.
  await expect.poll(() => dialog.getByRole('region', { name: 'Further reports' })).toHaveFocus();
  expect(within(rowOf('mallory')).getByText('3')).toBeInTheDocument();
  expect(dialog.getByLabelText('Message')).toHaveValue('Stop it.');
  await userEvent.click(dialog.getByRole('button', { name: 'Warn' }));
  await expect.poll(() => answers.map(({ body }) => body)).toMatchObject([{ version: 2 }, { version: 3 }]);
});

test.each([
  ['Change Name', 'New username', taken, 'username already exists'],
  [
    'Remove Image',
    'Message (optional)',
    () => refusal('conflict', flagMessages.noImage),
    flagMessages.noImage,
  ],
])(
  'the dialog %s stays with all that was entered after a refusal',
  async (button, label, respond, reason) => {
    respondWith({ listFlags: listOf(summary) });
    respondTo('getFlag', () => json(flag));
    respondTo('answerFlag', respond);
    const dialog = await readAndPress(button);
    enter(label, 'grace');
    enter('Note (optional)', 'Seen.');
    await userEvent.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByText(reason)).toBeInTheDocument();
    expect(errorOf(label)).toBe(respond === taken ? reason : null);
    expect(dialog.getByLabelText(label)).toHaveValue('grace');
    expect(dialog.getByLabelText('Note (optional)')).toHaveValue('Seen.');
    expect(toast.error).not.toHaveBeenCalled();
  },
);

test('the dialog of a suspension has the end of the present one, and begins with a later one', async () => {
  respondWith({ listFlags: listOf(summary) });
  const until = new Date(Date.now() + 20 * 86_400_000);
  respondTo('getFlag', () => json({ ...flag, suspended_until: until.toISOString() }));
  const dialog = await readAndPress('Suspend');
  expect(screen.getByText('Suspended until').nextSibling).toHaveTextContent(utcMoment(until));
  const days = dialog.getByLabelText('Ends after');
  expect(days).toHaveValue('30');
  expect(days).toHaveAccessibleDescription(
    `mallory is already suspended until ${utcMoment(until)}. This replaces it, and may not end earlier.`,
  );
});

test('the dialog closes onto the first answer if somebody else has answered meanwhile', async () => {
  let current: object = flag;
  respondTo('listFlags', () => json(current === flag ? listOf(summary) : listOf()));
  respondTo('getFlag', () => json(current));
  respondTo('answerFlag', () => {
    current = { ...flag, answer: { ...answer, answered_by: 'grace' } };
    return refusal('conflict', 'grace has answered it already: No action.');
  });
  const dialog = await readAndPress('Change Name');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Name' }));
  expect(await dialog.findByText(flagMessages.usernameMissing)).toBeInTheDocument();
  enter('New username', 'mal');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Name' }));
  await expect
    .poll(() => vi.mocked(toast.error).mock.lastCall?.[0])
    .toBe('grace has answered it already: No action.');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Change Name: mallory' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Warn' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(/No action.*grace/);
  expect(rowOf('mallory')).toHaveTextContent(/No action by grace/);
});

test.each([
  [[], 'There was no image at the time of the report.'],
  [
    [{ url: 'https://files.example/x', is_current: false }],
    'The person no longer has the image that was reported.',
  ],
])('an image that is not there, as in %j, cannot be removed, with the reason', async (images, reason) => {
  respondWith({ listFlags: listOf(summary) });
  respondTo('getFlag', () => json({ ...flag, images }));
  await read();
  const button = screen.getByRole('button', { name: 'Remove Image' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button.closest('li')).toHaveTextContent(reason);
  await userEvent.click(button);
  expect(screen.queryByRole('dialog', { name: 'Remove Image: mallory' })).toBeNull();
  expect(screen.queryAllByText('No image at the time of the report.')).toHaveLength(
    images.length === 0 ? 1 : 0,
  );
});

test('an answer keeps its text when the window becomes too narrow for the list and the flag', async () => {
  let isNarrow = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () =>
      ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
  respondWith({ listFlags: listOf(summary) });
  respondTo('getFlag', () => json(flag));
  await readAndPress('Warn');
  enter('Message', 'Stop it.');
  const opened: string[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(
    this: HTMLDialogElement,
  ) {
    this.open = true;
    opened.push(this.querySelector('h2')?.textContent ?? '');
  });
  isNarrow = true;
  act(() => void window.dispatchEvent(new Event('resize')));
  const dialog = within(screen.getByRole('dialog', { name: 'Warn: mallory' }));
  expect(dialog.getByLabelText('Message')).toHaveValue('Stop it.');
  // The last one is above the others.
  expect(opened).toEqual(['Flag', 'Warn: mallory']);
});

test('a flag of the agent has no outcomes, and an answered one has its answer', async () => {
  respondWith({ listFlags: listOf(summary) });
  respondTo('getFlag', () => json({ ...flag, may_answer: false }));
  await read();
  expect(screen.getByText(flagMessages.ownFlag)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Warn' })).not.toBeInTheDocument();
});

test('the navigation has the number of open cases, and the dashboard the oldest one with its age', async () => {
  respondWith({ listFlags: listOf(summary) });
  respondTo('getReport', () => json({ data: { series: [], top: [], flags: null } }));
  respondTo('getReadiness', () => json({ status: 'ok', checks: {} }));
  await openScreen('/admin/dashboard');
  expect(await screen.findByText(/^The oldest is about/)).toHaveTextContent(/about mallory, from .+ ago\.$/);
});
