import { invitationParameter } from 'contract/invitations/invitations.constants.ts';
import { useState } from 'react';
import { useListener } from '#ui/use-listener.ts';

/** Of this tab, so that the page can be loaded again. No request but those of the registration has it. */
const key = 'invitation';

/** The invitation of the URL, which must not stay in the history, or the one that was opened before in this tab. */
function takeInvitation(): string | undefined {
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

/** The invitation of the last link that was opened in this tab. The browser does not load the page again for a link to it. */
export function useInvitation(onOpen: () => void) {
  const [invitation, setInvitation] = useState(takeInvitation);
  useListener('hashchange', () => {
    const opened = takeInvitation();
    if (opened === invitation) return;
    setInvitation(opened);
    onOpen();
  });
  const drop = () => {
    forgetInvitation();
    setInvitation(undefined);
  };
  return [invitation, drop] as const;
}
