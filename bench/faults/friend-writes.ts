/** Friend requests and friendships that two people create and end repeatedly, in turn. */
import { call, type Person } from './people.ts';
import { write, type Write, type Writers } from './write.ts';

type Stage = 'none' | 'pending' | 'friends' | 'answered';

interface Friendship {
  stage: Stage;
  /** The id of the request. */
  id: string;
  /** Whether a write got no response, so that the stage was read afterwards. */
  isUnsure: boolean;
  turn: number;
}

export const newFriendship = (): Friendship => ({ stage: 'none', id: '', isUnsure: false, turn: 0 });

/** Sends a request, accepts or rejects it in turn, ends the friendship, deletes the request, and starts again. */
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

/** Reads the result of a write that got no response. It may also take effect later, before the next write. */
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
