import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import type { refreshAccessToken } from 'contract/accounts/accounts.ts';
import type { RouteResponse } from 'contract/route.ts';
import { messages } from 'contract/texts.ts';
import { ApiError } from '#api/api-error.ts';
import { sendRequest } from '#api/request.ts';
import { readResponse } from '#api/response.ts';
import { isExpired } from './access-token.ts';
import { type Session, readSession, renewSession } from './session.ts';

const lockName = 'session-refresh';

/** Shared by all waiting calls of this tab. */
let inProgress: Promise<string | null> | null = null;

/**
 * A valid access token, refreshed if necessary: once for all waiting calls, and once for all tabs if the browser has
 * locks (secure pages).
 * @returns null if nobody is signed in.
 * @throws {ApiError} the failure of the refresh; see `endsSession`.
 */
export async function liveAccessToken(): Promise<string | null> {
  const session = readSession();
  if (!session || !isExpired(session.access, session.clockOffsetMs)) return session?.access ?? null;
  inProgress ??= withLock(refreshIfExpired).finally(() => {
    inProgress = null;
  });
  const access = await inProgress;
  // The call must not be sent as another user who has signed in meanwhile.
  return readSession()?.user.id === session.user.id ? access : null;
}

/** After any other failure a later refresh may succeed. */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401);
}

function withLock<T>(task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(lockName, task) : task();
}

/** While this tab waited for the lock, another may have refreshed or ended the session. */
async function refreshIfExpired(): Promise<string | null> {
  const session = readSession();
  if (!session || !isExpired(session.access, session.clockOffsetMs)) return session?.access ?? null;
  for (const delayMs of sessionLimits.refreshRetryDelaysMs) {
    try {
      return await refresh(session);
    } catch (error) {
      if (!(error instanceof ApiError) || !isTransient(error)) throw error;
      // Longer than calls should wait.
      if ((error.retryAfterSeconds ?? 0) * 1000 > sessionLimits.refreshTimeoutMs) throw error;
      await pause(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1000));
    }
  }
  return refresh(session);
}

async function refresh(session: Session): Promise<string> {
  if (!session.refresh) throw new ApiError(messages.unauthorizedLoggingOut, { status: 401 });
  const requestedAtMs = Date.now();
  const { access } = await requestRefresh(session.refresh);
  renewSession(session, access, requestedAtMs);
  return access;
}

function requestRefresh(refreshToken: string): Promise<RouteResponse<typeof refreshAccessToken>> {
  // Other tabs wait for the lock.
  const signal = AbortSignal.timeout(sessionLimits.refreshTimeoutMs);
  const sent = sendRequest('refreshAccessToken', { body: { refresh: refreshToken }, signal }, null);
  return readResponse(sent, (response) => response.json());
}

function isTransient({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
