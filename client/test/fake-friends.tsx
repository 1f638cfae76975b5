import type { FriendRequest, Person } from 'contract/friends/friends.ts';
import type { ComponentType } from 'react';
import { respondTo, json } from './fake-api.ts';
import { renderRoutes } from './render-at.tsx';
import { sessionUser, signInUser } from './fake-session.ts';
import type { FriendLists } from '#features/friends/friend-changes.ts';

let ids = 100;

const newId = () => `01930a4e-7c00-7000-8000-000000000${ids++}`;

export function createFriend(username: string): Person {
  return { id: newId(), username, user_image: null };
}

type Overrides = Partial<FriendRequest>;

export function receivedRequest(from: Person, overrides: Overrides = {}): FriendRequest {
  return request(from, sessionUser, overrides);
}

export function sentRequest(to: Person, overrides: Overrides = {}): FriendRequest {
  return request(sessionUser, to, overrides);
}

function request(
  from: { id: string; username: string },
  to: typeof from,
  overrides: Overrides,
): FriendRequest {
  return {
    id: newId(),
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: 'pending',
    timestamp: '2026-11-21T02:03:04.567Z',
    ...overrides,
  };
}

/** The state of the server, which the next response contains. */
interface FakeFriends extends FriendLists {
  blocked: Person[];
}

/** Renders a tab of a signed-in user with these friends. */
export function openTab(Tab: ComponentType, initial: Partial<FakeFriends> = {}) {
  const state: FakeFriends = {
    received_requests: [],
    sent_requests: [],
    friends: [],
    blocked: [],
    ...initial,
  };
  const reads = respondTo('listFriendRequests', () => {
    const { blocked: _, ...lists } = state;
    return json(lists);
  });
  respondTo('listBlocks', () => json({ data: state.blocked }));
  signInUser();
  renderRoutes([{ path: '/', Component: Tab }], '/');
  return { state, reads };
}
