import { useSite } from '#parts/site/site.ts';

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The server serves its mailbox only to the machine that it runs on. */
export function LocalMail() {
  const site = useSite();
  if (!site?.has_mailbox || !ownMachine.test(window.location.hostname)) return null;
  return (
    <p>
      This server does not send email but stores it. To read it, open <a href="/mailbox">/mailbox</a> with the
      URL that the server printed when it started.
    </p>
  );
}
