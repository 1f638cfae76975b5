import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { Session } from '#session/session.ts';

/** A token that is valid for `lifetimeSeconds` of the server's clock; `name` distinguishes tokens. */
export function accessToken(name: string, lifetimeSeconds = 300, issuedAtMs = Date.now()): string {
  const iat = Math.floor(issuedAtMs / 1000);
  return [
    'e30',
    btoa(JSON.stringify({ sub: sessionUser.id, iat, exp: iat + lifetimeSeconds, name })),
    'sig',
  ].join('.');
}

export const sessionUser: SessionUser = {
  id: '01930a4e-7c00-7000-8000-000000000001',
  username: 'mata',
  email: 'mata@example.com',
  is_superuser: false,
  is_staff: false,
};

/** Signs in through the local storage, as another tab would. */
export function signInUser(session: Partial<Session> = {}): Session {
  const storedSession = {
    user: sessionUser,
    access: accessToken('first'),
    refresh: 'refresh-1',
    clockOffsetMs: 0,
    ...session,
  };
  localStorage.setItem('user', JSON.stringify(storedSession));
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  return storedSession;
}

export function localStorageEntries(): Record<string, string> {
  return Object.fromEntries(Object.entries(localStorage));
}

export function signOutInAnotherTab(): void {
  localStorage.removeItem('user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
}
