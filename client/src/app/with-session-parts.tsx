import { type ReactNode, useSyncExternalStore } from 'react';
import { followSessionParts, loadedSessionParts, type SessionParts } from './session-parts.ts';

/** For within what is rendered while somebody is signed in; nothing until the code is here. */
export function WithSessionParts({ children }: { children: (parts: SessionParts) => ReactNode }) {
  const parts = useSyncExternalStore(followSessionParts, loadedSessionParts);
  return parts && children(parts);
}
