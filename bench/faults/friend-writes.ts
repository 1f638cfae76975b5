/** Friend requests and friendships that one person writes again and again, in turn with another. */
import { call, type Person } from './people.ts';
import { write, type Write, type Writers } from './write.ts';

type Stage = 'none' | 'pending' | 'friends' | 'answered';

interface Friendship {
  stage: Stage;
  /** Of the request. */
  id: string;
  /** A write was not answered, so the stage is only what was read since. */
  isUnsure: boolean;
  turn: number;
}

export const newFriendship = (): Friendship => ({ stage: 'none', id: '', isUnsure: false, turn: 0 });

/** Asks, accepts or rejects by turns, ends the friendship, deletes the request, asks again. */
export async function takeFriendStep(
  writers: Writers,
  one: Person,
  other: Person,
  state: Friendship,
): Promise<void> {
  const { server, ledger } = writers;
  const pair = `friends:${one.id}`;
  const request = `request:${state.id}`;
  const action = state.turn % 2 === 0 ? 'accept' : 'reject';
  const steps: Record<
    Stage,
    { write: Pick<Write, 'kind' | 'changes' | 'send'>; next: Stage; status?: string }
  > = {
    none: {
      write: {
        kind: 'friend request',
        changes: {},
        send: () => call(server, one, 'POST', `/api/user/send_friend_request/${other.id}/`),
      },
      status: 'pending',
      next: 'pending',
    },
    pending: {
      write: {
        kind: 'answer to a friend request',
        changes: { [request]: `${action}ed`, ...(action === 'accept' && { [pair]: 'yes' }) },
        send: () => call(server, other, 'POST', `/api/user/respond_friend_request/${state.id}/`, { action }),
      },
      status: `${action}ed`,
      next: action === 'accept' ? 'friends' : 'answered',
    },
    friends: {
      write: {
        kind: 'end of a friendship',
        changes: { [pair]: 'none' },
        send: () => call(server, one, 'POST', `/api/user/remove_friend/${other.id}/`),
      },
      next: 'answered',
    },
    answered: {
      write: {
        kind: 'deletion of a friend request',
        changes: { [request]: 'none' },
        send: () => call(server, one, 'DELETE', `/api/user/delete_friend_request/${state.id}/`),
      },
      next: 'none',
    },
  };
  const { write: wanted, next, status } = steps[state.stage];
  const response = await write(writers, {
    ...wanted,
    isRight: ({ body }) => status === undefined || body.request?.status === status,
    excused: state.isUnsure ? [404, 409] : [],
  });
  if (!response) return findStage(writers, one, other, state);
  if (state.stage === 'none') {
    state.id = response.body.request?.id ?? '';
    ledger.acknowledge(`request:${state.id}`, 'pending');
  }
  if (next === 'none') state.turn++;
  Object.assign(state, { stage: next, isUnsure: false });
}

/** What an unanswered write came to: if not yet, it may still come before the next one. */
async function findStage(writers: Writers, one: Person, other: Person, state: Friendship): Promise<void> {
  state.isUnsure = true;
  const { server, ledger } = writers;
  const response = await call(server, one, 'GET', '/api/user/list_friend_requests/').catch(() => undefined);
  if (response?.status !== 200) return;
  const { sent_requests = [], friends = [] } = response.body;
  const request = sent_requests.find(({ to_user_id }) => to_user_id === other.id);
  const isFriend = friends.some(({ id }) => id === other.id);
  if (state.id)
    ledger.see(`request:${state.id}`, sent_requests.find(({ id }) => id === state.id)?.status ?? 'none');
  ledger.see(`friends:${one.id}`, isFriend ? 'yes' : 'none');
  if (request && request.id !== state.id) ledger.acknowledge(`request:${request.id}`, request.status);
  state.id = request?.id ?? '';
  state.stage =
    request?.status === 'pending' ? 'pending' : isFriend ? 'friends' : request ? 'answered' : 'none';
}
