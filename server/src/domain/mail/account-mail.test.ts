import { registerUser, requestPasswordReset } from 'contract/accounts/accounts.ts';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mail, MailRefusedError } from '#platform/mail/mail.ts';
import { useTestApp } from '#test/app.ts';
import { createUser, registration } from '#test/factories.ts';
import { ageLinks, deliverMail, followLink, linkIn } from '#test/mail.ts';
import { endJobPauses, queuedJobs } from '#test/jobs.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const post = (url: string, body: object) => request(test.app.server).post(url).send(body);

async function register(username: string): Promise<void> {
  await post(registerUser.url, registration(username)).expect(201);
}

afterEach(() =>
  test.database.pool.query('SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs'),
);

describe('an account email', () => {
  it('waits while the mail server is down, and is sent unchanged afterwards', async () => {
    await register('ada');
    const attempts: Mail[] = [];
    const unreachable = {
      send: async (mail: Mail) => {
        attempts.push(mail);
        throw new Error('connect ECONNREFUSED');
      },
    };
    for (let i = 0; i < 3; i++) {
      expect(await deliverMail(test, unreachable)).toEqual([]);
      await endJobPauses(test.database);
    }
    const sent = await deliverMail(test);
    expect(attempts).toHaveLength(3);
    expect(sent).toHaveLength(1);
    for (const mail of attempts) expect(mail).toEqual(sent[0]);
    expect(await deliverMail(test)).toEqual([]);
  });

  it('contains a link that works for its whole time, although the email had to wait', async () => {
    await register('grace');
    await ageLinks(test, 30 * 60 * 60);
    const [mail] = await deliverMail(test);
    await ageLinks(test, 23 * 60 * 60);
    await followLink(test, linkIn(mail)).expect(200);
  });

  it('is not retried if it is refused permanently', async () => {
    await register('edith');
    const refusing = { send: () => Promise.reject(new MailRefusedError('550 no such user')) };
    expect(await deliverMail(test, refusing)).toEqual([]);
    expect(await queuedJobs(test.database)).toEqual([]);
  });

  it('has a job that contains only the id of its link', async () => {
    await register('emmy');
    const link = await test.database.prisma.accountLink.findFirstOrThrow({
      where: { email: 'emmy@example.org' },
    });
    const [job] = await queuedJobs(test.database);
    expect(job?.payload).toEqual({ kind: 'verification', link_id: link.id });
  });

  it.each([
    ['is verified by now', { email_verified_at: new Date() }],
    ['has another email address by now', { email: 'else@example.org' }],
    ['is disabled by now', { is_active: false }],
  ])('is not sent if its account %s', async (_what, data) => {
    await register('hedy');
    await test.database.prisma.user.updateMany({ where: { username: 'hedy' }, data });
    expect(await deliverMail(test)).toEqual([]);
    expect(await queuedJobs(test.database)).toEqual([]);
    await test.database.prisma.user.deleteMany({ where: { username: 'hedy' } });
    await test.database.prisma.mailBudgetUse.deleteMany();
  });

  it('is not sent if its account is deleted', async () => {
    await register('rosalind');
    await test.database.prisma.user.deleteMany({ where: { username: 'rosalind' } });
    expect(await deliverMail(test)).toEqual([]);
  });

  it('has a new id and a new token for each request', async () => {
    const { email } = await createUser(test);
    for (let i = 0; i < 2; i++) await post(requestPasswordReset.url, { email }).expect(200);
    const [one, other] = await deliverMail(test);
    expect(one?.id).not.toBe(other?.id);
    expect(linkIn(one).token).not.toBe(linkIn(other).token);
  });
});
