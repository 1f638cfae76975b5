import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { toast } from '#ui/feedback/toast.ts';
import { openTab, createFriend, receivedRequest, sentRequest } from '#test/fake-friends.tsx';
import { FriendsTab } from './friends-tab.tsx';

fakeApi();

const [grace, edsger, barbara] = [createFriend('grace'), createFriend('edsger'), createFriend('barbara')];
const list = (name: string) => screen.findByLabelText(name, { selector: '[role=group]' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
const leave = (frame: HTMLElement) => fireEvent.pointerLeave(frame, { pointerType: 'mouse' });
const nameIn = (frame: HTMLElement, username: string) =>
  within(frame).queryByText(username, { selector: 'p' });
const rowOf = (frame: HTMLElement, username: string) => within(nameIn(frame, username)!.closest('li')!);

test('one panel contains the three lists, which display their number and scroll at 256 px, also by keyboard', async () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(257);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(256);
  openTab(FriendsTab, {
    friends: [barbara],
    sent_requests: [sentRequest(grace)],
    received_requests: [receivedRequest(edsger)],
  });
  const frame = await list('Friends');
  expect(frame).toHaveStyle({ maxHeight: '256px' });
  expect(frame).toHaveAttribute('tabindex', '0');
  expect(screen.getByText('Received Requests (1)')).toBeInTheDocument();
  expect(screen.getByText('Sent Requests (1)')).toBeInTheDocument();
  expect(screen.getByText('Friends (1)')).toBeInTheDocument();
  await press('Requests And Friends');
  for (const name of ['Received Requests', 'Sent Requests', 'Friends'])
    expect(await list(name)).not.toBeVisible();
});

test('a list that displays all its rows is not in the tab order', async () => {
  openTab(FriendsTab, { friends: [barbara] });
  expect(await list('Friends')).toHaveAttribute('tabindex', '-1');
});

test('a long list grows as it is scrolled', async () => {
  openTab(FriendsTab, { friends: Array.from({ length: 40 }, (_, index) => createFriend(`friend${index}`)) });
  const frame = await list('Friends');
  expect(frame.querySelectorAll('li')).toHaveLength(30);
  act(() => void frame.dispatchEvent(new Event('scroll')));
  expect(frame.querySelectorAll('li')).toHaveLength(40);
});

test('empty lists state that they are empty', async () => {
  openTab(FriendsTab);
  for (const text of [/You have no friend requests/, /sent no friend requests/, /no friends yet/]) {
    expect(await screen.findByText(text)).toBeInTheDocument();
  }
});

describe('a received request', () => {
  test('can be answered while it is pending, and then has only a label', async () => {
    openTab(FriendsTab, {
      received_requests: [
        receivedRequest(barbara, { status: 'accepted' }),
        receivedRequest(edsger, { status: 'rejected' }),
        receivedRequest(grace),
      ],
    });
    const frame = await list('Received Requests');
    const names = within(frame)
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((name) => name !== '' && !name.startsWith('Report'));
    expect(names).toEqual(['Accept grace', 'Reject grace', 'Block grace']);
    expect(rowOf(frame, 'barbara').getByText('Accepted')).toBeInTheDocument();
    expect(rowOf(frame, 'edsger').getByText('Rejected')).toBeInTheDocument();
    expect(within(frame).getAllByRole('listitem')[0]).toHaveTextContent('grace21 November 2026');
    expect(screen.getByText('1 open')).toBeInTheDocument();
  });

  test.each([
    ['Accept', 'accepted', 'Friends (1)'],
    ['Reject', 'rejected', 'Friends (0)'],
  ] as const)('shows %s at once, and is read anew when the server has it', async (label, status, friends) => {
    const gate = createGate();
    const request = receivedRequest(grace);
    const { state, reads } = openTab(FriendsTab, { received_requests: [request] });
    const calls = respondTo('respondFriendRequest', async () => {
      await gate.opened;
      state.received_requests = [{ ...request, status }];
      if (status === 'accepted') state.friends = [grace];
      return json({ msg: `Friend request ${status}.`, request: state.received_requests[0]! });
    });
    const frame = await list('Received Requests');
    await press(`${label} grace`);
    expect(rowOf(frame, 'grace').getByText(`${label}ed`)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: friends })).toBeInTheDocument();
    expect(frame).toHaveFocus();
    const readsBefore = reads.length;
    gate.open();
    await waitFor(() => expect(reads.length).toBeGreaterThan(readsBefore));
    expect(rowOf(frame, 'grace').getByText(`${label}ed`)).toBeInTheDocument();
    expect(calls.map(({ body }) => body)).toEqual([{ action: label.toLowerCase() }]);
  });

  test('that was withdrawn in the meantime disappears, with the reason', async () => {
    const { state } = openTab(FriendsTab, { received_requests: [receivedRequest(grace)] });
    respondTo('respondFriendRequest', () => {
      state.received_requests = [];
      return refusal('not_found', 'Not found.');
    });
    await list('Received Requests');
    await press('Accept grace');
    await waitFor(() =>
      expect(toast.error).toHaveBeenCalledExactlyOnceWith(
        'This is no longer possible: something has changed in the meantime.',
      ),
    );
    expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Friends (0)' })).toBeInTheDocument();
    leave(await list('Received Requests'));
    expect(screen.getByText(/You have no friend requests/)).toBeInTheDocument();
  });
});

test('a sent request disappears at once, and appears again if the deletion is refused', async () => {
  const gate = createGate();
  const request = sentRequest(grace, { status: 'accepted' });
  openTab(FriendsTab, { sent_requests: [request, sentRequest(edsger)] });
  const calls = respondTo('deleteFriendRequest', async () => {
    await gate.opened;
    return refusal('internal_error', 'Something went wrong. Please try again.');
  });
  const frame = await list('Sent Requests');
  await press('Delete request to grace');
  expect(rowOf(frame, 'grace').getByText('Deleted')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Sent Requests (1)' })).toBeInTheDocument();
  gate.open();
  await waitFor(() => expect(rowOf(frame, 'grace').getByText('Accepted')).toBeInTheDocument());
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('Something went wrong. Please try again.');
  expect(calls[0]!.request.url).toContain(request.id);
});

test('a changed row stays until the pointer leaves, with a button that undoes the change, so that a second click never hits the next row', async () => {
  const gate = createGate();
  const { state } = openTab(FriendsTab, { sent_requests: [sentRequest(grace), sentRequest(edsger)] });
  const deletions = respondTo('deleteFriendRequest', async () => {
    await gate.opened;
    state.sent_requests = state.sent_requests.slice(1);
    return json({ msg: 'Friend request deleted.' });
  });
  respondTo('sendFriendRequest', () => {
    state.sent_requests = [sentRequest(grace), ...state.sent_requests];
    return json({ msg: 'Friend request sent.', request: state.sent_requests[0]! });
  });
  const frame = await list('Sent Requests');
  const names = () => [...frame.querySelectorAll('li p:first-child')].map((name) => name.textContent);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Delete request to grace' }));
  gate.open();
  await screen.findByRole('heading', { name: 'Sent Requests (1)' });
  expect(names()).toEqual(['grace', 'edsger']);
  expect(deletions).toHaveLength(1);
  await press('Undo deletion of the request to grace');
  await screen.findByRole('heading', { name: 'Sent Requests (2)' });
  expect(rowOf(frame, 'grace').getByText('Pending')).toBeInTheDocument();
  const deletion = screen.getByRole('button', { name: 'Delete request to grace' });
  await waitFor(() => expect(deletion).not.toHaveAttribute('aria-disabled'));
  await press('Delete request to grace');
  leave(frame);
  expect(names()).toEqual(['edsger']);
});

describe('a friend', () => {
  test('a blocked user disappears with every open request, and can be unblocked', async () => {
    const theirs = receivedRequest(grace);
    const { state } = openTab(FriendsTab, {
      friends: [grace],
      sent_requests: [sentRequest(grace)],
      received_requests: [theirs],
    });
    const gate = createGate();
    respondTo('blockUser', async () => {
      await gate.opened;
      const received_requests = [{ ...theirs, status: 'rejected' as const }];
      Object.assign(state, { friends: [], sent_requests: [], received_requests, blocked: [grace] });
      return json({ msg: 'User blocked.' });
    });
    respondTo('unblockUser', () => {
      state.blocked = [];
      return json({ msg: 'User unblocked.' });
    });
    const friends = within(await list('Friends'));
    await userEvent.click(friends.getByRole('button', { name: 'Block grace' }));
    expect(screen.getByRole('heading', { name: 'Friends (1)' })).toBeInTheDocument();
    await confirm('Block');
    expect(await screen.findByRole('heading', { name: 'Friends (0)' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Sent Requests (0)' })).toBeInTheDocument();
    expect(within(await list('Received Requests')).getByText('Rejected')).toBeInTheDocument();
    gate.open();
    await userEvent.click(await screen.findByRole('button', { name: 'Blocked Users (1)' }));
    await press('Unblock grace');
    expect(await screen.findByRole('button', { name: 'Blocked Users (0)' })).toBeInTheDocument();
    await waitFor(() =>
      expect(vi.mocked(toast.success).mock.calls).toEqual([['User blocked.'], ['User unblocked.']]),
    );
  });
});

test('a list that cannot be loaded reports the reason, and can be loaded again', async () => {
  openTab(FriendsTab);
  respondTo('listFriendRequests', ({ index }) =>
    index === 0
      ? refusal('unavailable', 'The database is away.')
      : json({ received_requests: [], sent_requests: [], friends: [grace] }),
  );
  expect(await screen.findByText('The database is away.')).toBeInTheDocument();
  await press('Try Again');
  expect(await screen.findByRole('heading', { name: 'Friends (1)' })).toBeInTheDocument();
});

test('the blocked users can be loaded again after a failure, and an unblocking can be undone', async () => {
  const { state } = openTab(FriendsTab, { blocked: [grace] });
  respondTo('listBlocks', ({ index }) =>
    index === 0 ? refusal('unavailable', 'Busy.') : json({ data: state.blocked }),
  );
  respondTo('unblockUser', () => {
    state.blocked = [];
    return json({ msg: 'User unblocked.' });
  });
  const blocks = respondTo('blockUser', () => json({ msg: 'User blocked.' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Blocked Users' }));
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  await press('Try Again');
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock grace' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo unblocking of grace' }));
  await waitFor(() => expect(blocks).toHaveLength(1));
});

test('changes by the other user appear within seconds while the page is visible', async () => {
  installFakeClock();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { state, reads } = openTab(FriendsTab);
  await waitUntil(() => screen.queryByRole('heading', { name: 'Friends (0)' }));
  state.friends = [grace];
  await advanceClock(friendLimits.refetchMs);
  await waitUntil(() => screen.queryByRole('heading', { name: 'Friends (1)' }));

  const readsSeen = reads.length;
  visibility.mockReturnValue('hidden');
  await advanceClock(3 * friendLimits.refetchMs);
  expect(reads).toHaveLength(readsSeen);

  state.friends = [];
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await waitUntil(() => screen.queryByRole('heading', { name: 'Friends (0)' }));
});
