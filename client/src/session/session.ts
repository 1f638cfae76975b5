import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import { useSyncExternalStore } from 'react';
import { clockOffsetOf, userIdOf } from './access-token.ts';
import { localStorageItem } from './local-storage-item.ts';

/** Stored under `user` in the local storage; see `docs/security.md`. */
export interface Session {
  /** The names are empty until the server has sent the user, if only the tokens were stored. */
  user: SessionUser;
  access: string;
  refresh: string;
  /** Server time minus device time. */
  clockOffsetMs: number;
}

const stored = localStorageItem('user');
/** The automatic logout, in milliseconds since 1970 on this device's clock. */
const logoutTime = localStorageItem('logoutTime');
/** Refresh tokens of sessions whose logout has not reached the server; see `useLogout`. */
export const unsentLogouts = localStorageItem('unsentLogouts');
/** Outlives the session: identifies this device at the next sign-in. */
const deviceToken = localStorageItem('device');

/** The same object while the session is unchanged. */
let lastRead: { text: string | null; session: Session | null } = { text: null, session: null };

export function readSession(): Session | null {
  const text = stored.get();
  if (text !== lastRead.text) lastRead = { text, session: sessionOf(text) };
  return lastRead.session;
}

function sessionOf(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null;
    const user = session?.access && (session.user ?? unknownUser(session.access));
    return session && user ? { ...session, user, clockOffsetMs: session.clockOffsetMs || 0 } : null;
  } catch {
    return null;
  }
}

function unknownUser(access: string): SessionUser | undefined {
  const id = userIdOf(access);
  return id ? { id, username: '', email: '', is_superuser: false, is_staff: false } : undefined;
}

/** Whether the names and the rights of the user are known. */
export const isUserKnown = ({ username }: SessionUser): boolean => username !== '';

export function useSession(): Session | null {
  return useSyncExternalStore(stored.subscribe, readSession, () => null);
}

/** Called when a session begins, ends or is replaced; not when its token is refreshed. */
export function onSessionChange(listener: () => void): void {
  let last = readSession()?.refresh;
  stored.subscribe(() => {
    const current = readSession()?.refresh;
    if (current === last) return;
    last = current;
    listener();
  });
}

/** @param requestedAtMs when the login was requested. */
export function startSession(
  { access, refresh, device, user }: Omit<SignedIn, 'msg' | 'device'> & Partial<SignedIn>,
  requestedAtMs: number,
): void {
  // Another server may know no devices.
  if (device) deviceToken.set(device);
  logoutTime.set(null);
  store({ user, access, refresh, clockOffsetMs: clockOffsetOf(access, requestedAtMs) });
}

/** Ignored if the session has ended or been replaced meanwhile. */
export function renewSession(renewed: Session, access: string, requestedAtMs: number): void {
  if (readSession()?.refresh !== renewed.refresh) return;
  store({ ...renewed, access, clockOffsetMs: clockOffsetOf(access, requestedAtMs) });
}

/** Ignores another user's record. */
export function updateSessionUser({ id, username, email, is_superuser, is_staff }: SessionUser): void {
  const session = readSession();
  if (session?.user.id !== id) return;
  const user = { id, username, email, is_superuser, is_staff };
  // Avoids a write, which notifies all tabs.
  if (JSON.stringify(user) !== JSON.stringify(session.user)) store({ ...session, user });
}

function store(session: Session): void {
  stored.set(JSON.stringify(session));
}

/** Removes this session in all tabs, unless it has been replaced. @returns whether it was the stored one. */
export function endSession(ended: Session): boolean {
  if (readSession()?.refresh !== ended.refresh) return false;
  clearSession();
  return true;
}

/** Also removes an unreadable session. */
export function clearSession(): void {
  if (stored.get() === null) return;
  logoutTime.set(null);
  stored.set(null);
}

const expiryListeners = new Set<(expired: Session) => void>();

/** For a session that the server rejects. Notifies the subscribers once. */
export function expireSession(expired: Session): void {
  if (!endSession(expired)) return;
  for (const listener of expiryListeners) listener(expired);
}

/** @returns the unsubscribe function. */
export function onSessionExpired(listener: (expired: Session) => void): () => void {
  expiryListeners.add(listener);
  return () => {
    expiryListeners.delete(listener);
  };
}

export function readLogoutTime(): number | null {
  return Number(logoutTime.get()) || null;
}

export function useLogoutTime(): number | null {
  return useSyncExternalStore(logoutTime.subscribe, readLogoutTime, () => null);
}

export function storeLogoutTime(timeMs: number): void {
  logoutTime.set(String(timeMs));
}

/** Sent with a login: the failures of strangers do not lock a known device out. */
export function deviceHeaders(): Record<string, string> {
  const token = deviceToken.get();
  return token ? { 'x-device-token': token } : {};
}
