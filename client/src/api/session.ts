import { useSyncExternalStore } from 'react';

/** Who is signed in, as the login answered it. */
export interface SessionUser {
  id: string;
  username: string;
  email: string;
  is_superuser: boolean;
  is_staff: boolean;
}

export interface Session {
  user: SessionUser;
  access: string;
  refresh: string;
}

const storageKey = 'user';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The stored session; null when nobody is signed in. Other tabs' changes are followed. */
export function useSession(): Session | null {
  return sessionOf(useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey)));
}

/** Signed in is who has an access token; what cannot be read is nobody's session. */
function sessionOf(stored: string | null): Session | null {
  try {
    const session = JSON.parse(stored ?? 'null') as Session | null;
    return session?.access && session.user ? session : null;
  } catch {
    return null;
  }
}

export function endSession(): void {
  localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}
