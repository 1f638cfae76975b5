import { useLocation } from 'react-router-dom';
import { paths } from '#parts/paths.ts';

interface Return {
  returnTo: string;
}

/** What a link to the login carries, so that the sign-in leads back to where it was asked for. */
export function returnTo(path: string): Return {
  return { returnTo: path };
}

/**
 * What a redirect to the login carries: the way back to this page, with its query. Nothing at the login itself,
 * which would lead to itself for ever.
 */
export function useReturnHere(): Return | undefined {
  const { pathname, search } = useLocation();
  return pathname === paths.login ? undefined : returnTo(`${pathname}${search}`);
}

/** Where a sign-in leads: the start, unless the way here said otherwise. */
export function useReturnPath(): string {
  const { state } = useLocation() as { state: Partial<Return> | null };
  const path = state?.returnTo;
  // Two slashes would begin another host's address.
  return path && /^\/(?![/\\])/.test(path) ? path : paths.core;
}
