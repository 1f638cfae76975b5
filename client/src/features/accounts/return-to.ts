import { useLocation } from 'react-router-dom';
import { paths } from '#parts/paths.ts';

interface Return {
  returnTo: string;
}

/** The location state of a link to the login, so that the sign-in returns to where it was asked for. */
export function returnTo(path: string): Return {
  return { returnTo: path };
}

/**
 * The location state of a redirect to the login: the way back to this page, with its query. Undefined at the login
 * itself, which would return to itself for ever.
 */
export function useReturnHere(): Return | undefined {
  const { pathname, search } = useLocation();
  return pathname === paths.login ? undefined : returnTo(`${pathname}${search}`);
}

/** Where a sign-in leads: the start, unless the location state names a page. */
export function useReturnPath(): string {
  const { state } = useLocation() as { state: Partial<Return> | null };
  const path = state?.returnTo;
  // Two slashes begin another host's address.
  return path && /^\/(?![/\\])/.test(path) ? path : paths.core;
}
