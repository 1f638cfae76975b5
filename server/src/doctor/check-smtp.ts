import type { Config } from '#config.ts';
import { isLoopback } from '#platform/addresses.ts';
import { proveSmtp } from '#platform/mail/mail.ts';
import { checkFolder } from './check-machine.ts';
import { failed, type Finding, ok, warning, whyNot } from './finding.ts';

const timeoutMs = 4_000;

/** Signs in without sending a mail. Without an SMTP server it checks the local mailbox. */
export async function checkSmtp({ smtpUrl, dataDir, isProduction }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined && isProduction)
    return [warning('nobody reads the local mailbox. Set SMTP_URL.')];
  if (smtpUrl === undefined) return [await checkFolder(dataDir, 'mailbox')];
  const { host, hostname } = new URL(smtpUrl);
  try {
    const { isEncrypted } = await proveSmtp(smtpUrl, timeoutMs);
    if (isEncrypted || isLoopback(hostname)) return [ok(`${host} takes mail`)];
    return [
      warning(`${host} is asked for no encryption (?tls=off): links and the password travel in clear.`),
    ];
  } catch (error) {
    return [failed(`${host} ${whyNot(error, 'SMTP_URL')}`)];
  }
}
