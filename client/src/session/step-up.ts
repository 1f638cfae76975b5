import { useSyncExternalStore } from 'react';
import { onSessionChange } from './session.ts';

type Resolve = (isReauthenticated: boolean) => void;

/** Waiting calls; the user is asked once for all of them. */
let waiting: readonly Resolve[] = [];

const listeners = new Set<() => void>();

/** @returns whether the user has authenticated again. */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

export function finishReauthentication(isReauthenticated: boolean): void {
  const calls = waiting;
  setWaiting([]);
  for (const resolve of calls) resolve(isReauthenticated);
}

function setWaiting(calls: readonly Resolve[]): void {
  waiting = calls;
  for (const listener of listeners) listener();
}

// A new session asks again.
onSessionChange(() => finishReauthentication(false));

export function useIsReauthenticationNeeded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
