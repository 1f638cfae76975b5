import { type OperationName, operations } from 'contract/operations.ts';
import { refusalOf } from '#api/response.ts';
import { type CallInput, sendRequest } from '#api/request.ts';
import { endsSession, liveAccessToken } from './refresh.ts';
import { clearSession, expireSession, readSession } from './session.ts';
import { askToReauthenticate } from './step-up.ts';

/** Repeats a call that needs a recent authentication after the user has authenticated. */
export async function sendAuthorizedRequest(name: OperationName, input: CallInput): Promise<Response> {
  const sender = readSession();
  const response = await sendOnce(name, input);
  if (response.status !== 403) return response;
  const { code, details } = await refusalOf(response.clone());
  // The form asks for a missing field itself.
  if (code !== 'reauthentication_required' || Object.keys(details).length > 0) return response;
  const isReauthenticated = await askToReauthenticate();
  input.signal?.throwIfAborted();
  const isSameUser = readSession()?.user.id === sender?.user.id;
  return isReauthenticated && isSameUser ? sendOnce(name, input) : response;
}

const isOpenToGuests = (name: OperationName) => operations[name].access === 'guest';

/**
 * A 401 ends the session only if its token is still the stored one. An older token's 401 is retried once with the
 * stored token, unless that is another user's. When the session has ended, an operation that guests may use is sent
 * again as a guest's.
 */
async function sendOnce(name: OperationName, input: CallInput): Promise<Response> {
  const access = await accessTokenFor(name);
  const sender = readSession();
  input.signal?.throwIfAborted();
  const response = await sendRequest(name, input, access);
  if (response.status !== 401 || !access || !sender) return response;

  const current = readSession();
  if (current && current.user.id !== sender.user.id) return response;
  if (current && current.access !== access) {
    const second = await sendRequest(name, input, current.access);
    if (second.status !== 401 || readSession()?.access !== current.access) return second;
  }
  if (current) expireSession(current);
  return isOpenToGuests(name) ? sendRequest(name, input, null) : response;
}

/** Null for a guest, and for operations that carry their own credentials. */
async function accessTokenFor(name: OperationName): Promise<string | null> {
  if (name === 'login' || name === 'refreshAccessToken') return null;
  const session = readSession();
  if (!session) {
    clearSession();
    return null;
  }
  // A logout is accepted with an expired token.
  if (name === 'logout') return session.access;
  try {
    return await liveAccessToken();
  } catch (error) {
    if (endsSession(error)) expireSession(session);
    if (isOpenToGuests(name)) return null;
    throw error;
  }
}
