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
 * A link's call as a query: it runs once, however often its screen is rendered and mounted, and again only
 * when asked to. The server answers a repeated call the same and does nothing twice.
 */
export const callOnce = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Whether the server judged the link itself, so that the same call would only be refused again. */
export function isLinkJudged(error: Error): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 403 || error.status === 404);
}
