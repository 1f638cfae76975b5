import { isLoopback } from '#platform/ip-addresses.ts';
import { mails } from '#platform/observability/counts.ts';

export interface Mail {
  /** Letters, digits and hyphens. It becomes the Message-ID, by which servers detect an email that is sent again. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Ends emails of this kind with one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface MailTransport {
  /**
   * Resolves to the answer of the server that has accepted the email. Rejects with `MailRefusedError` for a permanent failure,
   * otherwise for a temporary one.
   */
  send: (mail: Mail) => Promise<string | void>;
  /** The mail server, such as `smtp.example.org:587`. Undefined for the local mailbox. */
  host?: string;
  /** Removes the password from a text of the server. */
  redact?: (text: string) => string;
}

/** The recipient's server will never accept this email. A retry would be abuse (RFC 5321, 4.5.4.1). */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

export function countMail(transport: MailTransport): MailTransport {
  return {
    ...transport,
    send: async (mail) => {
      try {
        const answer = await transport.send(mail);
        mails.labels('sent').inc();
        return answer;
      } catch (error) {
        mails.labels(error instanceof MailRefusedError ? 'refused' : 'failed').inc();
        throw error;
      }
    },
  };
}

interface SmtpOptions {
  /** `smtp://user:pass@host:port`, or `smtps://…`. Nodemailer's options may follow as a query, and `tls=off`. */
  url: string;
  from: string;
}

/** TLS is required unless the server is on this machine or the URL ends in `?tls=off`. */
function connection(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const isOff = url.searchParams.get('tls') === 'off';
  url.searchParams.delete('tls');
  return { url: url.href, requireTLS: !isOff && !isLoopback(url.hostname) };
}

/** Nodemailer is imported only if there is a mail server. The local mailbox does not need it. */
async function openTransport(smtpUrl: string, timeoutMs: number, socketTimeout = timeoutMs) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...connection(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout,
  });
}

/** Uses TLS whenever the server offers it. Opens one connection per email. */
export function smtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transport = openTransport(url, 10_000, 30_000);
  const domain = /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    host: new URL(url).host,
    redact: (line) => secretsOf(url).reduce((rest, secret) => rest.replaceAll(secret, '***'), line),
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      try {
        const { response } = await (
          await transport
        ).sendMail({
          from,
          // An object is never parsed, so it is always one email address.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // Prevents vacation notices (RFC 3834).
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        return response;
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** The password of the URL in each form in which a message may contain it. The longest first, because it may contain another. */
function secretsOf(smtpUrl: string): string[] {
  const { username, password } = new URL(smtpUrl);
  const [user, secret] = [username, password].map(decodeURIComponent) as [string, string];
  const encoded = [secret, `\0${user}\0${secret}`].map((text) => Buffer.from(text).toString('base64'));
  return [...encoded, password, secret].filter(Boolean).toSorted((a, b) => b.length - a.length);
}

/** Connects, encrypts and signs in as for an email, and sends none. */
export async function verifySmtp(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(url, timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A 5xx reply to the recipient or the content. A 5xx reply to HELO or AUTH concerns the app's settings, which may change. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}
