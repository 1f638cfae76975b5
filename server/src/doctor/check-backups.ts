import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { count } from 'contract/counts.ts';
import {
  findBackupFaults,
  findCheckRemedy,
  lastCheckOf,
  pastBackups,
  readBackupState,
} from '#domain/backups/backup-state.ts';
import { createTestMail, sendTestMail, type TestMailJob, testMailTask } from '#domain/mail/test-mails.ts';
import type { Config } from '#platform/config/config.ts';
import { runDueJobs } from '#platform/jobs/jobs.ts';
import { localMailbox, openMail } from '#platform/mail/local-mailbox.ts';
import type { ProductDatabase } from './check-database.ts';
import { failed, type Finding, findingsOr, ok, warning } from './finding.ts';

/** The age of the newest backup and its last check. Without a database, it does not know whether backups can be checked. */
export async function checkBackups(
  { backups }: Config,
  product: ProductDatabase | undefined,
): Promise<Finding[]> {
  if (!backups.isOn) {
    return [
      backups.databaseFolder === undefined
        ? ok(
            'BACKUPS is off: whoever runs the database and the store of the images backs both up, and tests a restore',
          )
        : warning(
            'BACKUPS is off, so nobody backs up the embedded database. Set it to on and start the server again, or run npm run backup each night.',
          ),
    ];
  }
  const faults = Object.values(await findBackupFaults(backups));
  const remedy = product && (await findCheckRemedy({ database: product.database, backups }));
  const folder = await stat(backups.folder).catch(() => undefined);
  return findingsOr(
    await describeNewest(backups),
    ...faults.map(failed),
    !!remedy && warning(`no backup is checked. To allow it, run as a superuser of PostgreSQL: ${remedy}`),
    folder &&
      (folder.mode & 0o077) > 0 &&
      warning(
        `others may enter ${backups.folder}. Run chmod 700, because its files contain the whole database.`,
      ),
  );
}

async function describeNewest(backups: Config['backups']): Promise<string> {
  const state = await readBackupState(backups);
  const now = new Date();
  const past = pastBackups(state, now);
  const [newest] = past;
  const future = state.backups.length - past.length;
  const ignored = future > 0 ? `; not counted: ${count(future, 'backup')} with a date in the future` : '';
  if (!newest) return `the first is due at ${backups.hour}:00, in ${backups.folder}${ignored}`;
  const hours = Math.floor((now.getTime() - newest.startedAt.getTime()) / 3_600_000);
  const age = hours === 0 ? 'less than an hour' : count(hours, 'hour');
  const check = lastCheckOf(state, now);
  const checked = check
    ? `one was restored on ${check.at.toISOString().slice(0, 10)}`
    : 'none was checked yet';
  return `the newest is ${age} old and has ${(newest.bytes / 1e6).toFixed(1)} MB; ${checked}${ignored}`;
}

const pollMs = 250;
/** Longer than a mail server may take to answer. */
const longestWaitMs = 60_000;

/** Sends a test email through the queue of all emails, also if no server is running. */
export async function checkTestMail(
  product: ProductDatabase,
  config: Config,
  to: string,
  waitMs = longestWaitMs,
): Promise<Finding> {
  const { database, directUrl } = product;
  const mail = openMail(config, localMailbox(config.dataDir));
  const { id } = await database.prisma.$transaction((tx) => createTestMail(tx, null, to));
  await runDueJobs(directUrl, {
    [testMailTask]: (job: TestMailJob) => sendTestMail({ database, mail }, job),
  });
  const until = performance.now() + waitMs;
  for (;;) {
    const sent = await database.prisma.testMail.findUniqueOrThrow({ where: { id } });
    const { outcome, host, code, answer } = sent;
    if (outcome === 'accepted') return ok(`${host} accepted the email${withCode(code)}: ${answer}`);
    if (outcome === 'mailbox') {
      // The running server, which took it, has other settings than this command.
      return warning(
        mail.host === undefined
          ? 'there is no mail server: the email is in the local mailbox. Set SMTP_URL.'
          : 'the running server has no mail server: the email is in its local mailbox. Start it with SMTP_URL.',
      );
    }
    if (outcome === 'refused') return failed(`${host} refused the email${withCode(code)}: ${answer}`);
    if (outcome !== null) return failed(`${host} cannot be reached: ${answer}. Check SMTP_URL.`);
    // A running server has taken it.
    if (performance.now() > until) {
      return failed(
        `the running server took the email and has had no answer for ${waitMs / 1_000} seconds. Its log says why.`,
      );
    }
    await delay(pollMs);
  }
}

const withCode = (code: number | null) => (code === null ? '' : ` with the code ${code}`);
