import { Logger, runOnce, type TaskList } from 'graphile-worker';
import request from 'supertest';
import type { Mail, MailTransport } from '#platform/mail/mail.ts';
import type { Tasks } from '#platform/jobs/jobs.ts';
import { jobTasks } from '#tasks.ts';
import type { TestApp } from '#test/app.ts';

const noMail: MailTransport = { send: async () => {} };

export function testTasks({ database, dependencies, app, config }: TestApp, mail = noMail): Tasks {
  const { settings, keys, files, rateLimitScale, networkNames, backups } = dependencies;
  return jobTasks({
    database,
    settings,
    keys,
    files,
    mail,
    publicUrl,
    rateLimitScale,
    logger: app.log,
    dataSources: new Map(),
    dataDir: config.dataDir,
    networkNames,
    backups,
    backupProcess: { run: async () => undefined },
  });
}

/**
 * Runs every due job, one after the other, and resolves to the emails that they sent. The jobs of one transaction are
 * due at the same time and run in any order. Failed jobs are retried later as usual.
 */
export async function deliverMail(test: TestApp, transport?: MailTransport): Promise<Mail[]> {
  const { database } = test;
  const sent: Mail[] = [];
  const mail: MailTransport = {
    ...transport,
    send: async (one) => {
      const answer = await transport?.send(one);
      sent.push(one);
      return answer;
    },
  };
  const tasks = testTasks(test, mail);
  await runOnce({
    pgPool: database.pool,
    taskList: tasks as unknown as TaskList,
    concurrency: 1,
    noHandleSignals: true,
    // Otherwise the runner could end before it has recorded the result of the last job, which would stay locked.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => () => {}),
  });
  return sent;
}

const publicUrl = 'https://declassified.example';

export interface MailedLink {
  page: 'verify-email' | 'reset-password' | 'undo-email-change' | 'undo-deletion' | 'not-me';
  uid: string;
  token: string;
}

/** The link in an email, which is the same in its text and its HTML. */
export function linkIn(mail: Mail | undefined): MailedLink {
  const pattern = new RegExp(
    `${publicUrl}/(verify-email|reset-password|undo-email-change|undo-deletion|not-me)/([^/\\s"]+)/([^/\\s"<]+)`,
  );
  const [link, page, uid, token] = pattern.exec(mail?.text ?? '') ?? [];
  if (!link || !page || !uid || !token) throw new Error(`No link in ${mail?.text}`);
  if (!mail?.html.includes(link)) throw new Error(`Another link in the HTML: ${mail?.html}`);
  return { page: page as MailedLink['page'], uid, token };
}

export function temporaryPasswordIn(mail: Mail | undefined): string {
  const [, password] = /^(\w{4}(?:-\w{4}){3})$/m.exec(mail?.text ?? '') ?? [];
  if (!password || !mail?.html.includes(password)) throw new Error(`No password in ${mail?.text}`);
  return password;
}

/** Follows a link like its page, with a session if there is an access token. */
export function followLink(
  { app }: TestApp,
  { page, uid, token }: MailedLink,
  access?: string,
): request.Test {
  const agent = request(app.server);
  const path = `/api/user/${page}/${uid}/${token}/`;
  const call = page === 'verify-email' ? agent.get(path) : agent.post(path);
  return access === undefined ? call : call.set('authorization', `Bearer ${access}`);
}

/** Dates the creation and use of the links back. */
export async function ageLinks({ database }: TestApp, seconds: number): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE account_links
    SET created_at = created_at - ${seconds} * interval '1 second',
        expires_at = expires_at - ${seconds} * interval '1 second',
        used_at = used_at - ${seconds} * interval '1 second'`;
}
