import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';
import { type Mail, MailRefusedError, smtpTransport } from './mail.ts';

let server: TestSmtpServer;
afterEach(() => server.stop());

const from = 'Declassified <no-reply@declassified.example>';
const mail: Mail = {
  id: '0190f1c2-verification',
  to: 'ada@example.org',
  subject: 'Verify your email address',
  text: 'A text.\n',
  html: '<p>A page.</p>',
};
const account = { user: 'mailer', password: 'p@ss/word' };
const credentials = `${account.user}:${encodeURIComponent(account.password)}@`;

describe('smtpTransport', () => {
  it('sends text and HTML to the only recipient', async () => {
    server = await startSmtpServer();
    await smtpTransport({ url: `smtp://127.0.0.1:${server.port}`, from }).send(mail);
    const [received] = server.received;
    expect(received?.recipients).toEqual(['ada@example.org']);
    expect(received?.parsed).toMatchObject({
      subject: mail.subject,
      text: mail.text,
      from: { value: [{ name: 'Declassified', address: 'no-reply@declassified.example' }] },
    });
    expect(received?.parsed.html).toContain('<p>A page.</p>');
    expect(received?.parsed.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('sends an email with the same Message-ID in every attempt', async () => {
    server = await startSmtpServer();
    const transport = smtpTransport({ url: `smtp://127.0.0.1:${server.port}`, from });
    await transport.send(mail);
    await transport.send(mail);
    await transport.send({ ...mail, id: 'another' });
    const ids = server.received.map(({ parsed }) => parsed.messageId);
    expect(ids).toEqual([
      '<0190f1c2-verification@declassified.example>',
      '<0190f1c2-verification@declassified.example>',
      '<another@declassified.example>',
    ]);
  });

  it('encrypts with STARTTLS if the server offers it, and authenticates', async () => {
    server = await startSmtpServer({ account, startTls: true });
    const url = `smtp://${credentials}127.0.0.1:${server.port}?tls.rejectUnauthorized=false`;
    await smtpTransport({ url, from }).send(mail);
    expect(server.received).toMatchObject([{ isEncrypted: true, user: 'mailer' }]);
  });

  it('sends nothing unencrypted to another machine, unless TLS is disabled', async () => {
    server = await startSmtpServer({ host: '0.0.0.0' });
    const ownInterface = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    const url = `smtp://${ownInterface?.address ?? 'this-machine-has-no-network'}:${server.port}`;
    await expect(smtpTransport({ url, from }).send(mail)).rejects.toThrow(ownInterface ? 'STARTTLS' : '');
    expect(server.received).toEqual([]);
    if (!ownInterface) return;
    await smtpTransport({ url: `${url}?tls=off`, from }).send(mail);
    expect(server.received).toMatchObject([{ isEncrypted: false }]);
  });

  it('refuses a certificate of an unknown authority', async () => {
    server = await startSmtpServer({ account, startTls: true });
    const url = `smtp://${credentials}127.0.0.1:${server.port}`;
    await expect(smtpTransport({ url, from }).send(mail)).rejects.toThrow(/certificate/);
    expect(server.received).toEqual([]);
  });

  it('fails temporarily with a wrong password, so that emails wait for the correction', async () => {
    server = await startSmtpServer({ account });
    const url = `smtp://mailer:wrong@127.0.0.1:${server.port}`;
    const sending = smtpTransport({ url, from }).send(mail);
    await expect(sending).rejects.not.toBeInstanceOf(MailRefusedError);
    await expect(sending).rejects.not.toThrow('wrong@');
  });

  it.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'Eve <eve@example.org>',
  ])('adds no header and no second recipient for %j', async (to) => {
    server = await startSmtpServer();
    const url = `smtp://127.0.0.1:${server.port}`;
    await smtpTransport({ url, from })
      .send({ ...mail, to })
      .catch(() => {});
    for (const { recipients, parsed } of server.received) {
      expect(recipients).toHaveLength(1);
      expect(recipients).not.toContain('eve@example.org');
      expect(parsed.headers.has('bcc')).toBe(false);
    }
  });

  it('adds no header for a line break in a subject', async () => {
    server = await startSmtpServer();
    const subject = 'Hello\r\nBcc: eve@example.org';
    await smtpTransport({ url: `smtp://127.0.0.1:${server.port}`, from }).send({ ...mail, subject });
    expect(server.received[0]?.recipients).toEqual(['ada@example.org']);
    expect(server.received[0]?.parsed.headers.has('bcc')).toBe(false);
  });
});
