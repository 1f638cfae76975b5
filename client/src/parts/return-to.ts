import { useLocation } from 'react-router-dom';
import { paths } from '#parts/paths.ts';

interface Return {
  returnTo: string;
}

/** The location state of a link to the login. */
export function returnTo(path: string): Return {
  return { returnTo: path };
}

/** Undefined at the login, which would return to itself. */
export function useReturnHere(): Return | undefined {
  const { pathname, search, hash } = useLocation();
  return pathname === paths.login ? undefined : returnTo(`${pathname}${search}${hash}`);
}

/** The page in the location state, by default the start. */
export function useReturnPath(): string {
  const { state } = useLocation() as { state: Partial<Return> | null };
  const path = state?.returnTo;
  // `//host` and `/\host` name another host.
  return path && /^\/(?![/\\])/.test(path) ? path : paths.core;
}
