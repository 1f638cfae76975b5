import { queryOptions } from '@tanstack/react-query';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { apiQuery } from './call.ts';
import type { Session } from './session.ts';

export const userQuery = (id: string) => apiQuery('getUser', { params: { id } });

/** The user of the session. Has more retries than other queries, because the session timer needs it. */
export function ownUser({ user: { id } }: Session) {
  return queryOptions({
    ...userQuery(id),
    retry: (failures, error) => failures < sessionLimits.timerRetryDelaysMs.length && !isSignedOut(error),
    retryDelay: (failures) => sessionLimits.timerRetryDelaysMs[failures] ?? 0,
  });
}

/** Such a failure is not displayed, because the end of the session is announced elsewhere. */
export function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}
