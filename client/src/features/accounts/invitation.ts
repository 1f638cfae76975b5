import { invitationParameter } from 'contract/invitations/invitations.constants.ts';

let current: string | undefined;

/** The invitation of the URL, which must not stay in the history, or the one that was opened before. In memory only. */
export function takeInvitation(): string | undefined {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get(invitationParameter);
  if (token === null) return current;
  current = token;
  window.history.replaceState(window.history.state, '', pathname + search);
  return current;
}

export function forgetInvitation(): void {
  current = undefined;
}
