import { linkIpRecordsExport, linkLogRecordsExport } from 'contract/records.ts';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp();
let staff: Awaited<ReturnType<typeof createCaller>>;
beforeEach(async () => {
  staff = await createCaller(test, { is_staff: true });
});

const askFor = (access: string, url: string, body: object = {}) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${access}`).send(body);

/** Without any credentials, as a browser downloads. */
const download = (path: string) => request(test.app.server).get(path);

async function linkFor(body: object = {}, url = linkIpRecordsExport.url): Promise<string> {
  const answer = await askFor(staff.access, url, body).expect(200);
  return new URL(answer.body.url).pathname;
}

describe('the one-time address of an export', () => {
  it('sends the file that the filter finds, once, however many ask at a time', async () => {
    const { username } = staff.user;
    const path = await linkFor({ user: username, created_before: '2100-01-31' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => download(path)));
    const [sent, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(sent?.text.split('\r\n')).toEqual([
      'id,user,ip_address,action,created_at',
      expect.stringContaining(`,${username},127.0.0.1,login,`),
      '',
    ]);
    expect(sent?.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="ip-records-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'x-total-count': '1',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(await test.database.prisma.exportLink.count()).toBe(0);
  });

  it('is dead after 60 seconds, made up, or with another token', async () => {
    const path = await linkFor();
    const [id = ''] = /[\da-f-]{36}/.exec(path) ?? [];
    const other = await linkFor();
    const [otherId = ''] = /[\da-f-]{36}/.exec(other) ?? [];
    await download(path.replace(id, otherId)).expect(404);
    await download(path.replace(/[^/]+\/$/, 'x/')).expect(404);
    await test.database.pool.query(
      `UPDATE export_links SET expires_at = expires_at - interval '60 seconds' WHERE id = $1`,
      [id],
    );
    await download(path).expect(404);
    await download(other).expect(200);
  });

  it.each([
    ['its session ends', 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1', 404],
    ['its user is disabled', 'UPDATE users SET is_active = false WHERE id = $1', 401],
    ['its user is no longer staff', 'UPDATE users SET is_staff = false WHERE id = $1', 403],
  ])('is dead when %s', async (_what, end, status) => {
    const path = await linkFor();
    await test.database.pool.query(end, [staff.user.id]);
    await download(path).expect(status);
  });

  it('answers what the list answers where nothing matches, and is given for no other body', async () => {
    await askFor(staff.access, linkLogRecordsExport.url, { level: 'LOUD' }).expect(400);
    const path = await linkFor({ message: 'nobody ever wrote this' }, linkLogRecordsExport.url);
    expect((await download(path).expect(404)).body.msg).toBe('No logs found for the given filters');
  });
});
