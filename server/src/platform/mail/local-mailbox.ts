import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { type Mail, type MailTransport, smtpTransport } from './mail.ts';

export interface StoredMail extends Mail {
  /** RFC 3339, strictly increasing, which is the order of arrival. */
  receivedAt: string;
}

/** Replaces an SMTP server: emails stay on this machine, in files. */
export interface LocalMailbox extends MailTransport {
  list: () => Promise<StoredMail[]>;
  read: (id: string) => Promise<StoredMail | undefined>;
}

export interface OpenMailbox {
  mails: LocalMailbox;
  /** A part of the URL that each start prints. */
  token: string;
}

/** Only if the server serves only its own machine and sends no email. */
export function openMailbox(
  { smtpUrl, isProduction, publicUrl, dataDir }: Config,
  mails: LocalMailbox,
): OpenMailbox | undefined {
  if (smtpUrl || isProduction || !isLoopback(new URL(publicUrl).hostname)) return undefined;
  return { mails, token: readOrMakeSecret(dataDir, 'mailbox-token') };
}

const maxMails = 200;

/** In files instead of a table, because emails contain links and passwords. */
export function localMailbox(dataDir: string): LocalMailbox {
  const folder = join(dataDir, 'mailbox');
  let lastReceived = 0;

  const read = async (id: string): Promise<StoredMail | undefined> => {
    if (!/^[\w-]+$/.test(id)) return undefined;
    try {
      return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as StoredMail;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };

  const list = async (): Promise<StoredMail[]> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const mails = await Promise.all(names.map((name) => read(name.replace(/\.json$/, ''))));
    return mails
      .filter((mail) => mail !== undefined)
      .toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt));
  };

  const send = async (mail: Mail): Promise<void> => {
    const mails = await list();
    const newest = mails[0] ? Date.parse(mails[0].receivedAt) : 0;
    // The clock is not enough: two emails may share a millisecond, and the clock may be set back.
    lastReceived = Math.max(lastReceived + 1, newest + 1, Date.now());
    const stored: StoredMail = { ...mail, receivedAt: new Date(lastReceived).toISOString() };
    const removed = mails.slice(maxMails - 1);
    await Promise.all(removed.map(({ id }) => rm(join(folder, `${id}.json`), { force: true })));
    // Renamed into place, so that no partial email is read. An email that is sent again replaces itself.
    const unfinished = join(folder, `${mail.id}.new`);
    await writeFile(unfinished, JSON.stringify(stored), { mode: 0o600 });
    await rename(unfinished, join(folder, `${mail.id}.json`));
  };

  return { send, list, read };
}

/** The mail server, or otherwise the local mailbox. No email leaves the demonstration. */
export const openMail = (
  { smtpUrl, isDemo, mailFrom }: Pick<Config, 'smtpUrl' | 'isDemo' | 'mailFrom'>,
  mailbox: LocalMailbox,
): MailTransport => (smtpUrl && !isDemo ? smtpTransport({ url: smtpUrl, from: mailFrom }) : mailbox);
