import type { refreshAccessToken } from 'contract/accounts.ts';
import { accountMessages, sessionLimits } from 'contract/accounts.constants.ts';
import type { RouteResponse } from 'contract/route.ts';
import { isExpired } from './access-token.ts';
import { ApiError, refusedCall, unansweredCall } from '#api/api-error.ts';
import { sendRequest } from '#api/request.ts';
import { type Session, readSession, renewSession } from './session.ts';

const lockName = 'session-refresh';

/** The refresh in progress in this tab, shared by every call that waits for it. */
let inProgress: Promise<string | null> | null = null;

/**
 * An access token that the server should still accept, refreshed when the stored one counts as expired: once for
 * all waiting calls, and once for all tabs where the browser has locks (secure pages).
 * @returns null when nobody is signed in, or no longer.
 * @throws {ApiError} the refresh's failure; see `endsSession`.
 */
export async function liveAccessToken(): Promise<string | null> {
  const session = readSession();
  if (!session || !isExpired(session.access, session.clockOffsetMs)) return session?.access ?? null;
  inProgress ??= withLock(refreshIfExpired).finally(() => {
    inProgress = null;
  });
  const access = await inProgress;
  // Another user may have signed in meanwhile: a call made by one is not sent as the other.
  return readSession()?.user.id === session.user.id ? access : null;
}

/** Whether a failed refresh means that the session is over; after any other failure a later one may succeed. */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401);
}

function withLock<T>(task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(lockName, task) : task();
}

/** Reads the session anew: while this tab waited for the lock, another may have refreshed or ended it. */
async function refreshIfExpired(): Promise<string | null> {
  const session = readSession();
  if (!session || !isExpired(session.access, session.clockOffsetMs)) return session?.access ?? null;
  for (const delayMs of sessionLimits.refreshRetryDelaysMs) {
    try {
      return await refresh(session);
    } catch (error) {
      if (!(error instanceof ApiError) || !isTransient(error)) throw error;
      // A longer wait than this is not worth blocking the waiting calls for.
      if ((error.retryAfterSeconds ?? 0) * 1000 > sessionLimits.refreshTimeoutMs) throw error;
      await pause(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1000));
    }
  }
  return refresh(session);
}

async function refresh(session: Session): Promise<string> {
  if (!session.refresh) throw new ApiError(accountMessages.unauthorizedLoggingOut, { status: 401 });
  const askedAtMs = Date.now();
  const { access } = await requestRefresh(session.refresh);
  renewSession(session, access, askedAtMs);
  return access;
}

async function requestRefresh(refreshToken: string): Promise<RouteResponse<typeof refreshAccessToken>> {
  try {
    // All tabs wait for the one that holds the lock.
    const signal = AbortSignal.timeout(sessionLimits.refreshTimeoutMs);
    const response = await sendRequest(
      'refreshAccessToken',
      { body: { refresh: refreshToken }, signal },
      null,
    );
    if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
    return (await response.json()) as RouteResponse<typeof refreshAccessToken>;
  } catch (error) {
    throw error instanceof ApiError ? error : unansweredCall(error);
  }
}

/** No response, too many requests, or a server error: worth a retry. */
function isTransient({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
