import type { Config } from '#config.ts';
import { proveSmtp } from '#platform/mail/mail.ts';
import { isLoopback } from './check-configuration.ts';
import { failed, type Finding, messageOf, ok, warning } from './finding.ts';
import { whyUnreachable } from './unreachable.ts';
import { whyNotWritable } from './writable.ts';

const timeoutMs = 4_000;

/** Signs in as for a mail, and sends none. Without an SMTP server looks at the local mailbox. */
export async function checkSmtp({ smtpUrl, dataDir, isProduction }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) return checkMailbox(dataDir, isProduction);
  const { hostname, port, protocol, username } = new URL(smtpUrl);
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  try {
    const { isEncrypted } = await proveSmtp(smtpUrl, timeoutMs);
    const signIn = username === '' ? 'without a sign-in' : 'signs in';
    if (isEncrypted) return [ok(`${place} ${signIn}, encrypted`)];
    if (isLoopback(hostname)) return [ok(`${place} ${signIn}, not encrypted on this machine`)];
    return [
      warning(
        `${place} offers no encryption: mails with their links, and the password, travel in clear. ` +
          'Use a server with STARTTLS or an smtps:// address in SMTP_URL.',
      ),
    ];
  } catch (error) {
    return [failed(`${place} ${whyRefused(error)}`)];
  }
}

async function checkMailbox(dataDir: string, isProduction: boolean): Promise<Finding[]> {
  const problem = await whyNotWritable(dataDir, 'mailbox');
  if (problem) return [failed(problem)];
  if (!isProduction) return [ok('no SMTP_URL: mail is kept in the local mailbox')];
  return [warning('no SMTP_URL: in production nobody reads the local mailbox. Set SMTP_URL.')];
}

function whyRefused(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const answer = responseCode === undefined ? '' : ` (${responseCode})`;
  if (code === 'EAUTH') {
    return `refuses the sign-in${answer}. Check the user and password in SMTP_URL.`;
  }
  const unreachable = whyUnreachable(error, 'SMTP_URL');
  if (unreachable) return unreachable;
  if (code === 'ETLS') {
    return `cannot encrypt as it offers (${messageOf(error)}). Repair its TLS, or name another server in SMTP_URL.`;
  }
  return `does not answer as an SMTP server should (${messageOf(error)}). Check host, port and protocol in SMTP_URL.`;
}
