import { stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#app.ts';
import { readConfig } from '#platform/config/config.ts';
import { localMailbox, openMailbox } from '#platform/mail/local-mailbox.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { useFolder } from '#test/folder.ts';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();
const folder = useFolder();
const mailbox = localMailbox(folder);
let app: FastifyInstance;
const token = 'the token that the start has printed';
const cookie = `mailbox_token=${encodeURIComponent(token)}`;

beforeAll(async () => {
  app = await buildApp(test.config, { ...test.dependencies, mailbox: { mails: mailbox, token } });
  await app.listen({ host: '0.0.0.0', port: 0 });
});
afterAll(() => app.close());

const mail = (id: string, more: Partial<Mail> = {}): Mail => ({
  id,
  to: 'ada@example.org',
  subject: `Subject of ${id}`,
  text: 'Open https://declassified.example/verify-email/u/t to verify.\n',
  html: '<html><head></head><body><a href="https://declassified.example/verify-email/u/t">Verify</a></body></html>',
  ...more,
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Uses `node:http`, which sends any `Host` header. */
function get(path: string, headers: OutgoingHttpHeaders = {}, host = '127.0.0.1'): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { host, port, path, headers: { host: `localhost:${port}`, cookie, ...headers } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    call.on('error', reject).end();
  });
}

describe('the mailbox', () => {
  it('is announced in the facts of the site, so that a page needs no request for it', async () => {
    expect(JSON.parse((await get('/api/core/site/')).body)).toMatchObject({ has_mailbox: true });
  });

  it('keeps its emails after a restart, in files that only this user can read', async () => {
    await mailbox.send(mail('kept'));
    expect(await localMailbox(folder).read('kept')).toMatchObject(mail('kept'));
    expect((await stat(join(folder, 'mailbox'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'mailbox/kept.json'))).mode & 0o777).toBe(0o600);
  });

  it('lists an email once that was sent twice', async () => {
    await mailbox.send(mail('twice'));
    await mailbox.send(mail('twice'));
    expect((await mailbox.list()).filter(({ id }) => id === 'twice')).toHaveLength(1);
  });

  it('keeps only the newest emails', async () => {
    const small = localMailbox(join(folder, 'small'));
    for (let i = 0; i < 205; i++) await small.send(mail(`mail-${i}`));
    const ids = (await small.list()).map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(ids).toContain('mail-204');
    expect(ids).not.toContain('mail-0');
  });

  it('keeps the order of emails within one millisecond, of parallel ones, and after the clock was set back', async () => {
    const ordered = localMailbox(join(folder, 'ordered'));
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await ordered.send(mail('d'));
      await ordered.send(mail('c'));
      await Promise.all([ordered.send(mail('b')), ordered.send(mail('a'))]);
      vi.setSystemTime(Date.now() - 3_600_000);
      await localMailbox(join(folder, 'ordered')).send(mail('0'));
    } finally {
      vi.useRealTimers();
    }
    const ids = (await ordered.list()).map(({ id }) => id);
    expect([ids[0], ids.slice(1, 3).toSorted(), ids.slice(3)]).toEqual(['0', ['a', 'b'], ['c', 'd']]);
    expect(new Set((await ordered.list()).map(({ receivedAt }) => receivedAt)).size).toBe(5);
  });

  it('lists its emails, the newest first, and shows each with links that can be followed', async () => {
    await mailbox.send(mail('older'));
    await mailbox.send(mail('newer', { subject: 'The <newest> & last' }));
    const list = await get('/mailbox');
    expect(list.status).toBe(200);
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(list.body).toContain('<a href="/mailbox/newer">The &lt;newest&gt; &amp; last</a>');
    expect(list.body.indexOf('/mailbox/newer')).toBeLessThan(list.body.indexOf('/mailbox/older'));

    const page = await get('/mailbox/newer');
    const link = 'https://declassified.example/verify-email/u/t';
    expect(page.body).toContain(`<a href="${link}">${link}</a> to verify.`);
    expect((await get('/mailbox/mailbox.css')).headers['content-type']).toContain('text/css');
  });

  it('has the strict content security policy, without inline code', async () => {
    await mailbox.send(mail('strict'));
    for (const path of ['/mailbox', '/mailbox/strict']) {
      const { headers, body } = await get(path);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cache-control']).toBe('no-store');
      expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    }
  });

  it('shows an email’s own HTML in a sandbox without scripts, external resources and forms', async () => {
    await mailbox.send(
      mail('evil', { html: '<head></head><script>alert(1)</script><img src="https://x.example">' }),
    );
    const page = await get('/mailbox/evil');
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page.body).not.toContain('alert(1)');
    const frame = await get('/mailbox/evil/html');
    const policy = frame.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin|forms|top))/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it.each(['/mailbox/unknown', '/mailbox/..%2F..%2Fapp-password', '/mailbox/%2e%2e', '/mailbox/a/b/c'])(
    'is a 404 at %s',
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(JSON.parse(body).code).toBe('not_found');
    },
  );
});

describe('the mailbox is open to clients with the token of the start', () => {
  const stranger = { cookie: 'mailbox_token=another' };

  it.each(['/mailbox', '/mailbox?token=another', '/mailbox/kept', '/mailbox/kept/html'])(
    'and tells others at %s where to find the token, also behind a proxy on this machine that adds no header',
    async (path) => {
      for (const headers of [stranger, { cookie: '' }]) {
        const { status, body } = await get(path, headers);
        expect(status).toBe(403);
        expect(body.replace(/\s+/g, ' ')).toContain('Open the URL that the start printed');
        expect(body).not.toContain('Subject of');
        expect(body).not.toContain(token);
      }
    },
  );

  it('and exchanges the token for a cookie that scripts cannot read', async () => {
    const { status, headers } = await get(`/mailbox?token=${encodeURIComponent(token)}`, stranger);
    expect([status, headers.location]).toEqual([303, '/mailbox']);
    expect(headers['set-cookie']?.find((text) => text.startsWith('mailbox'))).toBe(
      `${cookie}; Path=/mailbox; HttpOnly; SameSite=Strict`,
    );
    expect((await get('/mailbox/mailbox.css', stranger)).status).toBe(200);
  });

  it.each([
    ['for this machine', {}, true],
    ['with a public address', { PUBLIC_URL: 'http://declassified.example' }, false],
    ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1' }, false],
    ['in production', { NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' }, false],
  ])('and exists only in the right configuration: %s: %j', async (_where, environment, isOpen) => {
    const config = readConfig({ DATA_DIR: folder, ...environment });
    const opened = openMailbox(config, mailbox);
    expect(opened !== undefined).toBe(isOpen);
    if (!opened) return;
    expect(opened.token).toHaveLength(64);
    expect(openMailbox(config, mailbox)?.token).toBe(opened.token);
    expect((await stat(join(folder, 'mailbox-token'))).mode & 0o777).toBe(0o600);
  });
});

describe('access to the mailbox', () => {
  const paths = ['/mailbox', '/mailbox/', '/mailbox/mailbox.css', '/mailbox/kept', '/mailbox/kept/html'];

  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.8.9.1:80', '[::1]', '[::1]:3000'])(
    'is allowed by the host name %s',
    async (host) => {
      expect((await get('/mailbox', { host })).status).toBe(200);
    },
  );

  it.each([
    'declassified.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'evil@localhost',
    '10.0.0.1',
    '0.0.0.0',
    ' ',
  ])('is refused by the host name %j, as after DNS rebinding', async (host) => {
    for (const path of paths) expect((await get(path, { host })).status).toBe(404);
  });

  it.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
  ])('is refused with the header %s of a proxy', async (header) => {
    for (const path of paths) expect((await get(path, { [header]: '127.0.0.1' })).status).toBe(404);
  });

  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');

  it.runIf(external)('is refused from another IP address, whatever the host name', async () => {
    for (const path of paths) expect((await get(path, {}, external?.address)).status).toBe(404);
  });

  it('is refused with the response of an unknown URL', async () => {
    const refused = await get('/mailbox', { host: 'evil.example' });
    const unknown = await get('/mailbox/x/y/z');
    expect({ ...JSON.parse(refused.body), request_id: '' }).toEqual({
      ...JSON.parse(unknown.body),
      request_id: '',
    });
  });

  it('is impossible if emails are sent, or in production', async () => {
    const { statusCode } = await test.app.inject({ url: '/mailbox', headers: { host: 'localhost' } });
    expect(statusCode).toBe(404);
  });
});
