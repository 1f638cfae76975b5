import { useSite } from '#parts/site/site.ts';

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The server opens its mailbox to its own machine only. */
export function LocalMail() {
  const site = useSite();
  if (!site?.has_mailbox || !ownMachine.test(window.location.hostname)) return null;
  return (
    <p>
      This server sends no mail but keeps it: read it at <a href="/mailbox">/mailbox</a>, with the address
      that its start printed.
    </p>
  );
}
