import type { SessionUser, login } from 'contract/accounts.ts';
import type { RouteAnswer } from 'contract/route.ts';
import { useSyncExternalStore } from 'react';
import { clockOffsetOf } from './access-token.ts';
import { storedText } from './stored-text.ts';

/** What the browser keeps of a sign-in, under `user` in its local storage. */
export interface Session {
  user: SessionUser;
  access: string;
  refresh: string;
  /** The server's clock less this device's, as seen when the access token came. */
  clockOffsetMs: number;
}

const stored = storedText('user');
/** When the browser signs the user out by itself: milliseconds since 1970 on this device's clock. */
const logoutTime = storedText('logoutTime');
/** Outlives the session: it is what makes this device known at the next sign-in. */
const deviceToken = storedText('device');

/** The last text read and what it says, so that an unchanged session stays the same object. */
let lastRead: { text: string | null; session: Session | null } = { text: null, session: null };

/** The stored session; null when nobody is signed in. */
export function readSession(): Session | null {
  const text = stored.get();
  if (text !== lastRead.text) lastRead = { text, session: sessionOf(text) };
  return lastRead.session;
}

/** Signed in is who has an access token; what cannot be read is nobody's session. */
function sessionOf(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null;
    return session?.access && session.user ? { ...session, clockOffsetMs: session.clockOffsetMs || 0 } : null;
  } catch {
    return null;
  }
}

/** The stored session, followed through every change in this tab and the others. */
export function useSession(): Session | null {
  return useSyncExternalStore(stored.follow, readSession);
}

/** Calls `listener` whenever one session took the place of another, or of none, or ended. */
export function followSignIn(listener: () => void): void {
  let last = readSession()?.refresh;
  stored.follow(() => {
    const present = readSession()?.refresh;
    if (present === last) return;
    last = present;
    listener();
  });
}

/** Keeps what a login answered that was asked for at `askedAtMs`. */
export function startSession(
  { access, refresh, device, user }: RouteAnswer<typeof login>,
  askedAtMs: number,
): void {
  deviceToken.set(device);
  logoutTime.set(null);
  store({ user, access, refresh, clockOffsetMs: clockOffsetOf(access, askedAtMs) });
}

/** Keeps a refreshed access token, unless its session has ended or been replaced meanwhile. */
export function renewSession(renewed: Session, access: string, askedAtMs: number): void {
  if (readSession()?.refresh !== renewed.refresh) return;
  store({ ...renewed, access, clockOffsetMs: clockOffsetOf(access, askedAtMs) });
}

/** Keeps what changed about the signed-in user; anybody else's record changes nothing. */
export function keepSessionUser({ id, username, email, is_superuser, is_staff }: SessionUser): void {
  const session = readSession();
  if (session?.user.id !== id) return;
  const user = { id, username, email, is_superuser, is_staff };
  // What is written follows in all tabs, so nothing is where nothing changed.
  if (JSON.stringify(user) !== JSON.stringify(session.user)) store({ ...session, user });
}

function store(session: Session): void {
  stored.set(JSON.stringify(session));
}

/**
 * Forgets this session, and its logout time, in all tabs; one that has replaced it stays.
 * @returns whether it was still the stored one.
 */
export function endSession(ended: Session): boolean {
  if (readSession()?.refresh !== ended.refresh) return false;
  clearSession();
  return true;
}

/** Forgets whatever is stored of a session: also what nobody can read. */
export function clearSession(): void {
  if (stored.get() === null) return;
  logoutTime.set(null);
  stored.set(null);
}

const lossListeners = new Set<() => void>();

/** Ends a session that the server no longer accepts, and tells the user's screens, once. */
export function loseSession(lost: Session): void {
  if (!endSession(lost)) return;
  for (const listener of lossListeners) listener();
}

/** Calls `listener` when the server ended this tab's session. @returns what stops that. */
export function followLoss(listener: () => void): () => void {
  lossListeners.add(listener);
  return () => {
    lossListeners.delete(listener);
  };
}

/** Milliseconds since 1970 on this device's clock; null when no automatic logout is planned. */
export function readLogoutTime(): number | null {
  return Number(logoutTime.get()) || null;
}

export function useLogoutTime(): number | null {
  return useSyncExternalStore(logoutTime.follow, readLogoutTime);
}

export function storeLogoutTime(timeMs: number): void {
  logoutTime.set(String(timeMs));
}

/** What a login sends so that a lock set off by strangers does not keep this device out. */
export function deviceHeaders(): Record<string, string> {
  const token = deviceToken.get();
  return token ? { 'x-device-token': token } : {};
}
