import type { SessionUser, login } from 'contract/accounts.ts';
import type { RouteResponse } from 'contract/route.ts';
import { useSyncExternalStore } from 'react';
import { clockOffsetOf } from './access-token.ts';
import { localStorageItem } from './local-storage-item.ts';

/** A sign-in as stored under `user` in the browser's local storage. */
export interface Session {
  user: SessionUser;
  access: string;
  refresh: string;
  /** The server's clock less this device's, as seen when the access token came. */
  clockOffsetMs: number;
}

const stored = localStorageItem('user');
/** When the browser signs the user out by itself: milliseconds since 1970 on this device's clock. */
const logoutTime = localStorageItem('logoutTime');
/** Outlives the session: it makes this device known at the next sign-in. */
const deviceToken = localStorageItem('device');

/** The last text read and its session, so that an unchanged session stays the same object. */
let lastRead: { text: string | null; session: Session | null } = { text: null, session: null };

/** The stored session; null when nobody is signed in. */
export function readSession(): Session | null {
  const text = stored.get();
  if (text !== lastRead.text) lastRead = { text, session: sessionOf(text) };
  return lastRead.session;
}

/** A session needs an access token and a user; anything else counts as none. */
function sessionOf(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null;
    return session?.access && session.user ? { ...session, clockOffsetMs: session.clockOffsetMs || 0 } : null;
  } catch {
    return null;
  }
}

/** The stored session, with every change in this tab and the others. */
export function useSession(): Session | null {
  return useSyncExternalStore(stored.subscribe, readSession);
}

/** Calls `listener` whenever a session begins, ends or is replaced by another; not when its token is refreshed. */
export function onSessionChange(listener: () => void): void {
  let last = readSession()?.refresh;
  stored.subscribe(() => {
    const present = readSession()?.refresh;
    if (present === last) return;
    last = present;
    listener();
  });
}

/** Stores the response of a login that was requested at `askedAtMs`. */
export function startSession(
  { access, refresh, device, user }: RouteResponse<typeof login>,
  askedAtMs: number,
): void {
  deviceToken.set(device);
  logoutTime.set(null);
  store({ user, access, refresh, clockOffsetMs: clockOffsetOf(access, askedAtMs) });
}

/** Stores a refreshed access token, unless its session has ended or been replaced meanwhile. */
export function renewSession(renewed: Session, access: string, askedAtMs: number): void {
  if (readSession()?.refresh !== renewed.refresh) return;
  store({ ...renewed, access, clockOffsetMs: clockOffsetOf(access, askedAtMs) });
}

/** Stores changes of the signed-in user; another user's record is ignored. */
export function updateSessionUser({ id, username, email, is_superuser, is_staff }: SessionUser): void {
  const session = readSession();
  if (session?.user.id !== id) return;
  const user = { id, username, email, is_superuser, is_staff };
  // Every write notifies all tabs.
  if (JSON.stringify(user) !== JSON.stringify(session.user)) store({ ...session, user });
}

function store(session: Session): void {
  stored.set(JSON.stringify(session));
}

/**
 * Removes this session and its logout time in all tabs; one that has replaced it stays.
 * @returns whether it was still the stored one.
 */
export function endSession(ended: Session): boolean {
  if (readSession()?.refresh !== ended.refresh) return false;
  clearSession();
  return true;
}

/** Removes the stored session, also an unreadable one. */
export function clearSession(): void {
  if (stored.get() === null) return;
  logoutTime.set(null);
  stored.set(null);
}

const expiryListeners = new Set<() => void>();

/** Ends a session that the server no longer accepts, and notifies the subscribers, once. */
export function expireSession(expired: Session): void {
  if (!endSession(expired)) return;
  for (const listener of expiryListeners) listener();
}

/** Calls `listener` when the server ended this tab's session. @returns the unsubscribe function. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => {
    expiryListeners.delete(listener);
  };
}

/** Milliseconds since 1970 on this device's clock; null when no automatic logout is planned. */
export function readLogoutTime(): number | null {
  return Number(logoutTime.get()) || null;
}

export function useLogoutTime(): number | null {
  return useSyncExternalStore(logoutTime.subscribe, readLogoutTime);
}

export function storeLogoutTime(timeMs: number): void {
  logoutTime.set(String(timeMs));
}

/** Sent with a login, so that a lock caused by strangers' attempts does not keep this device out. */
export function deviceHeaders(): Record<string, string> {
  const token = deviceToken.get();
  return token ? { 'x-device-token': token } : {};
}
