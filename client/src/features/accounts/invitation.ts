import { invitationParameter } from 'contract/invitations/invitations.constants.ts';

/** Of this tab, so that the page can be loaded again. No request but those of the registration has it. */
const key = 'invitation';

/** The invitation of the URL, which must not stay in the history, or the one that was opened before in this tab. */
export function takeInvitation(): string | undefined {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get(invitationParameter);
  if (token === null) return sessionStorage.getItem(key) ?? undefined;
  sessionStorage.setItem(key, token);
  window.history.replaceState(window.history.state, '', pathname + search);
  return token;
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(key);
}
