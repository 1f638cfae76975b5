import { useParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';

/** The opaque parts of an emailed link. */
export interface AccountLink {
  uid: string;
  token: string;
}

export function useAccountLink(): AccountLink {
  const { uid = '', token = '' } = useParams();
  return { uid, token };
}

/**
 * Query options of a link's call: it runs once, however often its screen mounts, and again only on request. A repeated
 * call is idempotent.
 */
export const callOnce = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Whether the link itself was refused, so that a retry is useless. */
export function isLinkJudged(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 403 || error.status === 404);
}
