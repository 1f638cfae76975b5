import { useQuery } from '@tanstack/react-query';

const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Shown on the server's own machine without a mail server: the mail stays there. */
export function LocalMail() {
  const { data: isKept } = useQuery({
    queryKey: ['mailbox'],
    queryFn: async ({ signal }) => (await fetch('/mailbox', { method: 'HEAD', signal })).status !== 404,
    enabled: ownMachine.test(window.location.hostname),
    retry: false,
  });
  if (!isKept) return null;
  return (
    <p>
      This server sends no mail but keeps it: read it at <a href="/mailbox">/mailbox</a>, with the address
      that its start printed.
    </p>
  );
}
