import type { Config } from '#platform/config/config.ts';
import type { LocalMailbox } from './local-mailbox.ts';
import { type MailTransport, smtpTransport } from './mail.ts';

/** The mail server, or otherwise the local mailbox. No email leaves the demonstration. */
export const openMail = (
  { smtpUrl, isDemo, mailFrom }: Pick<Config, 'smtpUrl' | 'isDemo' | 'mailFrom'>,
  mailbox: LocalMailbox,
): MailTransport => (smtpUrl && !isDemo ? smtpTransport({ url: smtpUrl, from: mailFrom }) : mailbox);
