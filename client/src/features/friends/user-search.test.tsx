import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { toast } from '#ui/feedback/toast.ts';
import { openTab, createFriend, receivedRequest, sentRequest } from '#test/fake-friends.tsx';
import { FriendsTab } from './friends-tab.tsx';

fakeApi();

const grace = createFriend('grace');
const box = () => screen.findByRole('searchbox', { name: 'Search users' });
const queryOf = ({ request }: { request: Request }) => new URL(request.url).searchParams.get('query');
/** After the lists, the pause in typing and the answer. */
const results = () => screen.findByRole('group', { name: 'Users found' });

const deleteButton = () => screen.getByRole('button', { name: 'Delete request to grace' });

async function search(...texts: string[]) {
  const input = await box();
  for (const value of texts) fireEvent.change(input, { target: { value } });
}

async function resultOf(username: string) {
  const name = within(await results()).getByText(username, { selector: 'p' });
  const row = name.closest('li')!;
  return within(row);
}

describe('a search', () => {
  test('runs once after a pause in typing, and never for an empty text', async () => {
    const calls = respondTo('searchUsers', () => json({ data: [grace] }));
    openTab(FriendsTab);
    await search('g', 'gr', '  gra ');
    expect(await results()).toHaveTextContent('grace');
    expect(screen.getByText('1 user found.')).toBeInTheDocument();
    expect(calls.map(queryOf)).toEqual(['gra']);

    fireEvent.keyDown(await box(), { key: 'Escape' });
    expect(await box()).toHaveValue('');
    await search('   ');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Users found' })).toBeNull());
    expect(calls).toHaveLength(1);
  });

  test('aborts the previous search', async () => {
    const gate = createGate();
    const calls = respondTo('searchUsers', async ({ index }) => {
      if (index === 0) await gate.opened;
      return json({ data: index === 0 ? [createFriend('late')] : [grace] });
    });
    openTab(FriendsTab);
    await search('g');
    await waitFor(() => expect(calls).toHaveLength(1));
    await search('gr');
    await waitFor(() => expect(calls[0]!.request.signal.aborted).toBe(true));
    gate.open();
    expect(await results()).toHaveTextContent('grace');
    expect(screen.queryByText('late')).not.toBeInTheDocument();
  });

  test('that fails displays the server’s message and can be tried again', async () => {
    respondTo('searchUsers', ({ index }) =>
      index === 0 ? refusal('too_many_requests', 'Too many requests.') : json({ data: [grace] }),
    );
    openTab(FriendsTab);
    await search('gra');
    await waitFor(() => expect(screen.getByText('Too many requests.')).toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await results()).toHaveTextContent('grace');
  });
});

describe('a user in the results', () => {
  beforeEach(() => void respondTo('searchUsers', () => json({ data: [grace] })));

  test.each([
    ['a friend', { friends: [grace] }, 'Friend'],
    ['somebody already asked', { sent_requests: [sentRequest(grace)] }, 'Request sent'],
    ['somebody blocked', { blocked: [grace] }, 'Blocked'],
  ])('who is %s has a label and no Add', async (_, state, label) => {
    openTab(FriendsTab, state);
    await search('gra');
    const row = await resultOf('grace');
    expect(await row.findByText(label)).toBeInTheDocument();
    const names = row.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent);
    expect(names).toEqual(['More actions for grace', 'Report this person grace']);
  });

  test('who has sent a request can be accepted', async () => {
    const theirs = receivedRequest(grace);
    const { state } = openTab(FriendsTab, { received_requests: [theirs] });
    const answers = respondTo('respondFriendRequest', () => {
      const request = { ...theirs, status: 'accepted' as const };
      Object.assign(state, { received_requests: [request], friends: [grace] });
      return json({ msg: 'Friend request accepted.', request });
    });
    await search('gra');
    const row = await resultOf('grace');
    expect(row.queryByRole('button', { name: 'Add grace' })).not.toBeInTheDocument();
    await userEvent.click(row.getByRole('button', { name: 'Accept grace' }));
    expect(row.getByText('Friend')).toBeInTheDocument();
    await waitFor(() => expect(answers.map(({ body }) => body)).toEqual([{ action: 'accept' }]));
    expect(await screen.findByRole('heading', { name: 'Friends (1)' })).toBeInTheDocument();
  });

  test.each([
    ['rejected', sentRequest(grace, { status: 'rejected' })],
    ['accepted, and is no friend any more', sentRequest(grace, { status: 'accepted' })],
  ])('whose request was %s can be asked again', async (_, request) => {
    openTab(FriendsTab, { sent_requests: [request] });
    await search('gra');
    expect((await resultOf('grace')).getByRole('button', { name: 'Add grace' })).toBeEnabled();
  });

  test('gets a request that is displayed at once, and can be withdrawn after the server has stored it', async () => {
    const gate = createGate();
    const { state } = openTab(FriendsTab);
    const calls = respondTo('sendFriendRequest', async () => {
      await gate.opened;
      const request = sentRequest(grace);
      state.sent_requests = [request];
      return HttpResponse.json({ msg: 'Friend request sent.', request }, { status: 201 });
    });
    await search('gra');
    const row = await resultOf('grace');
    await userEvent.click(row.getByRole('button', { name: 'Add grace' }));
    expect(row.getByText('Request sent')).toBeInTheDocument();
    expect(await results()).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Sent Requests (1)' })).toBeInTheDocument();
    expect(deleteButton()).toHaveAttribute('aria-disabled', 'true');
    gate.open();
    await waitFor(() => expect(deleteButton()).not.toHaveAttribute('aria-disabled'));
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Friend request sent.');
    expect(calls[0]!.request.url).toContain(grace.id);
  });

  test('gets one request by a double click', async () => {
    openTab(FriendsTab);
    const calls = respondTo('sendFriendRequest', () =>
      json({ msg: 'Friend request sent.', request: sentRequest(grace) }),
    );
    await search('gra');
    const add = (await resultOf('grace')).getByRole('button', { name: 'Add grace' });
    act(() => {
      add.click();
      add.click();
    });
    await waitFor(() => expect(toast.success).toHaveBeenCalledExactlyOnceWith('Friend request sent.'));
    expect(calls).toHaveLength(1);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('who no longer exists or has blocked the searcher disappears', async () => {
    respondTo('sendFriendRequest', () => {
      respondTo('searchUsers', () => json({ data: [] }));
      return refusal('not_found', 'Not found.');
    });
    openTab(FriendsTab);
    await search('gra');
    fireEvent.click((await resultOf('grace')).getByRole('button', { name: 'Add grace' }));
    expect(await screen.findByText('No users found.')).toBeInTheDocument();
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(
      'This is no longer possible: something has changed in the meantime.',
    );
  });

  test('who has sent a request in the meantime becomes a friend', async () => {
    const { state } = openTab(FriendsTab);
    respondTo('sendFriendRequest', () => {
      const request = receivedRequest(grace, { status: 'accepted' });
      Object.assign(state, { received_requests: [request], friends: [grace] });
      return json({ msg: 'Friend request accepted.', request });
    });
    await search('gra');
    const row = await resultOf('grace');
    await userEvent.click(row.getByRole('button', { name: 'Add grace' }));
    expect(await row.findByText('Friend')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Sent Requests (0)' })).toBeInTheDocument();
  });

  test.each([
    ['too_many_requests', 'Too many requests. Try again in 40 minutes.'],
    ['forbidden', 'You have 100 pending requests.'],
    ['storage_limit_reached', 'Your storage is full. Delete something, then try again.'],
    ['conflict', 'A request is pending already.'],
  ] as const)('stays unasked when the server refuses with %s, and it says why', async (code, msg) => {
    respondTo('sendFriendRequest', () => refusal(code, msg));
    openTab(FriendsTab);
    await search('gra');
    const row = await resultOf('grace');
    fireEvent.click(row.getByRole('button', { name: 'Add grace' }));
    expect(await row.findByRole('button', { name: 'Add grace' })).toBeEnabled();
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith(msg));
    expect(await screen.findByRole('heading', { name: 'Sent Requests (0)' })).toBeInTheDocument();
  });
});
