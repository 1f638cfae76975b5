import { useSyncExternalStore } from 'react';
import { onSessionChange } from './session.ts';

type Answer = (isReauthenticated: boolean) => void;

/** The calls that wait for the user, who is asked once for all of them. */
let waiting: readonly Answer[] = [];

const listeners = new Set<() => void>();

/** Has the user asked to show once more who they are. @returns whether they did. */
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

// Another session has to be asked anew.
onSessionChange(() => finishReauthentication(false));

export function useIsReauthenticationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
