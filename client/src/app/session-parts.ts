import type * as sessionParts from '#features/session/session-parts.ts';

export type SessionParts = typeof sessionParts;

let parts: SessionParts | undefined;
const followers = new Set<() => void>();

/** Fetches the code of what only signed-in users see. A failure is left to the next one who needs it. */
export async function loadSessionParts(): Promise<void> {
  if (parts) return;
  parts = await import('#features/session/session-parts.ts').catch(() => undefined);
  for (const tell of followers) tell();
}

/** Undefined until the code is here. */
export function loadedSessionParts(): SessionParts | undefined {
  return parts;
}

/** Fetches the code, and calls `follower` when it is here. @returns what stops that. */
export function followSessionParts(follower: () => void): () => void {
  followers.add(follower);
  void loadSessionParts();
  return () => {
    followers.delete(follower);
  };
}
