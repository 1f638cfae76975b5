import type { refreshAccessToken } from 'contract/accounts.ts';
import { sessionLimits } from 'contract/limits.ts';
import { messages } from 'contract/messages.ts';
import type { RouteAnswer } from 'contract/route.ts';
import { isExpired } from './access-token.ts';
import { ApiError, refusedCall, unansweredCall } from './api-error.ts';
import { sendRequest } from './request.ts';
import { type Session, readSession, renewSession } from './session.ts';

const lockName = 'session-refresh';

/** The refresh under way in this tab, for every call that waits for it. */
let underWay: Promise<string | null> | null = null;

/**
 * An access token that the server should still accept, refreshed when the stored one counts as expired: once for
 * all waiting calls, and once for all tabs where the browser has locks (secure pages).
 * @returns null when nobody is signed in, or no longer.
 * @throws {ApiError} the refresh's failure; see `endsSession`.
 */
export async function liveAccessToken(): Promise<string | null> {
  const session = readSession();
  if (!session || !isExpired(session.access, session.clockOffsetMs)) return session?.access ?? null;
  underWay ??= withLock(refreshIfExpired).finally(() => {
    underWay = null;
  });
  const access = await underWay;
  // Somebody else may have signed in meanwhile: what was asked in one name is not done in another.
  return readSession()?.user.id === session.user.id ? access : null;
}

/** Whether a failed refresh says that the session is over; every other failure leaves it to a later try. */
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
      if (!(error instanceof ApiError) || !isPassing(error)) throw error;
      // A server that asks for a longer wait gets it, at the price of this try's calls.
      if ((error.retryAfterSeconds ?? 0) * 1000 > sessionLimits.refreshTimeoutMs) throw error;
      await pause(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1000));
    }
  }
  return refresh(session);
}

async function refresh(session: Session): Promise<string> {
  if (!session.refresh) throw new ApiError(messages.unauthorizedLoggingOut, { status: 401 });
  const askedAtMs = Date.now();
  const { access } = await answerFor(session.refresh);
  renewSession(session, access, askedAtMs);
  return access;
}

async function answerFor(refreshToken: string): Promise<RouteAnswer<typeof refreshAccessToken>> {
  try {
    // Whoever holds the lock keeps all tabs waiting, so it may not wait for ever itself.
    const signal = AbortSignal.timeout(sessionLimits.refreshTimeoutMs);
    const response = await sendRequest(
      'refreshAccessToken',
      { body: { refresh: refreshToken }, signal },
      null,
    );
    if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
    return (await response.json()) as RouteAnswer<typeof refreshAccessToken>;
  } catch (error) {
    throw error instanceof ApiError ? error : unansweredCall(error);
  }
}

/** No answer, too many requests, or a server in trouble: worth another try. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
