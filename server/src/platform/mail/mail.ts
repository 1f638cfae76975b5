import type { Options as SMTPTransportOptions } from 'nodemailer/lib/smtp-transport/index.js';
import { isLoopback } from '#platform/addresses.ts';
import { mails } from '#platform/observability/counts.ts';

export interface Mail {
  /** Letters, digits and hyphens. Resending keeps it, and so its Message-ID, by which servers detect duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailTransport {
  /** Resolves when a server has accepted the mail. Rejects with `MailRefusedError` for good, otherwise temporarily. */
  send: (mail: Mail) => Promise<void>;
}

/** The recipient's server will never accept this mail; retrying would be abuse (RFC 5321, 4.5.4.1). */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

export function countMail(transport: MailTransport): MailTransport {
  return {
    send: async (mail) => {
      try {
        await transport.send(mail);
        mails.labels('sent').inc();
      } catch (error) {
        mails.labels(error instanceof MailRefusedError ? 'refused' : 'failed').inc();
        throw error;
      }
    },
  };
}

interface SmtpOptions {
  /** `smtp://user:pass@host:port`, or `smtps://…`; nodemailer's options may follow as a query, and `tls=off`. */
  url: string;
  from: string;
}

/** TLS is required unless the server is on this machine or the URL ends in `?tls=off`. */
function connection(given: string): { url: string; requireTLS: boolean } {
  const url = new URL(given);
  const isOff = url.searchParams.get('tls') === 'off';
  url.searchParams.delete('tls');
  return { url: url.href, requireTLS: !isOff && !isLoopback(url.hostname) };
}

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

/** Loaded where there is a mail server: the local mailbox needs none of it. */
async function openTransport(options: SMTPTransportOptions) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

const noAccess = { disableFileAccess: true, disableUrlAccess: true };

/** Uses TLS whenever it is offered; one connection per mail. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transport = openTransport({ ...connection(url), ...timeouts, ...noAccess });
  const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, text, html }) => {
      try {
        await (
          await transport
        ).sendMail({
          from,
          // An object is never parsed, so it is always one address.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // Prevents vacation notices (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** Connects, encrypts and signs in as for a mail, and sends none. */
export async function proveSmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport({
    ...connection(url),
    ...noAccess,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A reply of class 5 to the recipient or the content. To HELO or AUTH it is about our own settings, which change. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}
