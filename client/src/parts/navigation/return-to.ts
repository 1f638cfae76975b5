import { useLocation } from 'react-router-dom';
import { paths } from './paths.ts';
import { useSession } from '#session/session.ts';

interface ReturnState {
  returnTo: string;
  /** The id of the user whose session ended on that page; other users do not return to it. */
  owner?: string | undefined;
  /** Whether the result on that page is to be saved. */
  isToSave?: boolean | undefined;
}

/** Whether it is a path of this app: `//host` and `/\host` name another host, also with a tab or a line break between. */
export const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?!\s*[/\\])/.test(path);

/** The location state of a link to the login. */
export const returnTo = (path: string): ReturnState => ({ returnTo: path });

/** The location state that returns to the current page after the login; undefined on the login screen. */
export function useReturnState(): ReturnState | undefined {
  const { pathname, search, hash } = useLocation();
  return pathname === paths.login ? undefined : returnTo(`${pathname}${search}${hash}`);
}

/** In the query of a page whose result is to be followed instead of saved. */
export const followParameter = 'follow';

export const refusedForRole = { isRefused: true } as const;

/** The return path in the location state, by default the start page, and the reason for the login. */
export function useReturn(): {
  path: string;
  isSessionExpired: boolean;
  isRefused: boolean;
  isToSave: boolean;
  /** The location state that takes a result to be saved to another account screen. */
  saveState: ReturnState | undefined;
} {
  const { state } = useLocation() as { state: (Partial<ReturnState> & { isRefused?: boolean }) | null };
  const user = useSession()?.user;
  const { returnTo: path, owner, isRefused = false, isToSave = false } = state ?? {};
  const isOwn = isOwnPath(path) && (!owner || !user || user.id === owner);
  return {
    path: isOwn ? path : paths.core,
    isSessionExpired: owner !== undefined,
    isRefused,
    isToSave,
    saveState: isOwn && isToSave ? { returnTo: path, isToSave } : undefined,
  };
}
