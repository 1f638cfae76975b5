import { useSyncExternalStore } from 'react';
import { onSessionChange } from './session.ts';

type Answer = (isReauthenticated: boolean) => void;

/** Waiting calls; the user is asked once for all of them. */
let waiting: readonly Answer[] = [];

const listeners = new Set<() => void>();

/** @returns whether the user has authenticated again. */
export function askToReauthenticate(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]));
}

export function finishReauthentication(isReauthenticated: boolean): void {
  const answered = waiting;
  setWaiting([]);
  for (const answer of answered) answer(isReauthenticated);
}

function setWaiting(answers: readonly Answer[]): void {
  waiting = answers;
  for (const listener of listeners) listener();
}

// A new session asks again.
onSessionChange(() => finishReauthentication(false));

export function useIsReauthenticationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
