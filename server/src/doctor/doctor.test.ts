import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#config.ts';
import {
  about,
  environmentOf,
  examine,
  failureOf,
  machine,
  space,
  usePatient,
  warningOf,
  wrongPassword,
} from '#test/doctor.ts';
import { startSmtpServer } from '#test/smtp.ts';
import { runDoctor } from './doctor.ts';
import { lineOf, tooLate, within } from './finding.ts';
import { hideSecrets } from './secrets.ts';

const patient = usePatient();

/** Every row of every table, as text. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await patient.database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await patient.database.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} AS t ORDER BY 1`,
    );
    rows.push(name, ...found.rows.map(({ row }) => row));
  }
  return rows;
}

describe('doctor, where all is well', () => {
  it('says so of each check, and leaves tables, store, mail and folders as they were', async () => {
    const before = await dump();
    const { isWell, lines } = await examine(patient);
    expect(isWell).toBe(true);
    const names = lines.map((line) => line.split(/ +/)[1]);
    expect(names.join(' ')).toBe(
      'configuration database migrations jobs notifications superuser store smtp clock disk',
    );
    // A role or server of the machine's own may give it something to say.
    expect(lines.filter((line) => !/^(ok|warning +database) /.test(line))).toEqual([]);
    expect(await dump()).toEqual(before);
    expect(patient.s3.buckets.get(patient.s3.options.bucket)?.size).toBe(0);
    expect(patient.smtp.received).toEqual([]);
    expect(readdirSync(patient.folder)).toEqual([]);
  });

  it('needs nothing that is not yet there, and makes nothing, before the first start', async () => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    expect(await runDoctor({ DATA_DIR: join(patient.folder, 'new') }, machine, print)).toBe(true);
    expect(lines.join('\n')).toMatch(/^skipped +database +the first start makes/m);
    expect(lines.join('\n')).toMatch(/^ok +store /m);
    expect(readdirSync(patient.folder)).toEqual([]);
  });
});

describe('the configuration', () => {
  it.each([
    ['malformed', { DATABASE_URL: 'postgresql://me:hunter2/x@h/db' }, 'DATABASE_URL'],
    ['of no use', { PORT: '0' }, 'PORT'],
    ['missing in production', { NODE_ENV: 'production', SMTP_URL: '' }, 'SMTP_URL is missing'],
  ])('fails with a variable that is %s, and names it', async (_what, variables, part) => {
    expect(await failureOf(patient, 'configuration', variables)).toContain(part);
  });

  it('ends the examination where it cannot be read', async () => {
    expect((await examine(patient, { RATE_LIMIT_SCALE: 'fast' })).lines).toHaveLength(1);
  });

  it('fails with a damaged secret in DATA_DIR', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'declassified-'));
    writeFileSync(join(dataDir, 'secret'), wrongPassword);
    expect(await failureOf(patient, 'configuration', { DATA_DIR: dataDir, JWT_SECRET: '' })).toContain(
      'too short',
    );
    rmSync(dataDir, { recursive: true });
  });

  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://declassified.test' };
  it.each([
    [
      'an address without TLS',
      { ...production, PUBLIC_URL: 'http://declassified.test' },
      'PUBLIC_URL is http',
    ],
    [
      'an address of this machine only',
      { ...production, PUBLIC_URL: '' },
      'PUBLIC_URL is http://localhost:3000',
    ],
    ['images that browsers block', production, 'browsers block the images'],
    ['a proxy that is not trusted', production, 'TRUST_PROXY is empty'],
    ['metrics that others may read', { METRICS_PORT: '9090', METRICS_HOST: '2600::1' }, 'METRICS_PORT 9090'],
    ['limits of a load test', { RATE_LIMIT_SCALE: '100' }, 'RATE_LIMIT_SCALE is 100'],
    ['a secret that each machine makes for itself', { JWT_SECRET: '' }, 'JWT_SECRET is unset'],
  ])('warns of %s', async (_what, variables, part) => {
    expect(await warningOf(patient, 'configuration', variables)).toContain(part);
  });
});

describe('metrics on all addresses', () => {
  const everywhere = { HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' };

  it('are well in a container, which has private ones', async () => {
    expect(await warningOf(patient, 'configuration', everywhere)).toBe('');
  });

  it('are warned of where one is public', async () => {
    const examination = await examine(patient, everywhere, { addresses: () => ['10.0.0.2', '198.41.0.4'] });
    expect(about(examination, 'warning', 'configuration')).toContain('listens on 198.41.0.4, a public');
  });
});

const at = (prefix: string, suffix = '') => ({
  SMTP_URL: `${prefix}127.0.0.1:${patient.smtp.port}${suffix}`,
});

describe('the SMTP server', () => {
  it.each([
    ['not there', () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }), '127.0.0.1:1 refuses the connection'],
    [
      'refusing the sign-in',
      () => at('smtp://mailer:hunter2@', '?tls.rejectUnauthorized=false'),
      'refuses the sign-in (535)',
    ],
    ['without TLS where smtps is said', () => at('smtps://'), 'speaks no TLS on this port'],
    ['with a certificate of its own', () => at('smtp://'), 'certificate that nobody vouches for'],
  ])('fails %s', async (_what, variables, part) => {
    expect(await failureOf(patient, 'smtp', variables())).toContain(part);
  });

  it('is well without encryption on this machine', async () => {
    const plain = await startSmtpServer();
    const examination = await examine(patient, { SMTP_URL: `smtp://127.0.0.1:${plain.port}` });
    expect(about(examination, 'ok', 'smtp')).toContain('without a sign-in, not encrypted');
    await plain.stop();
  });

  it('warns where mail would stay unread', async () => {
    const variables = { NODE_ENV: 'production', ALLOW_EMBEDDED: 'true', SMTP_URL: '' };
    expect(await warningOf(patient, 'smtp', variables)).toContain('Set SMTP_URL');
  });
});

const noStore = Object.fromEntries(
  ['PUBLIC_ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [
    `S3_${name}`,
    '',
  ]),
);

describe('the machine', () => {
  it.each([
    ['warns', 5, 'ahead of', 'warning'],
    ['warns', -5, 'behind', 'warning'],
    ['fails', 3_600, 'ahead of', 'FAILED'],
    ['fails', -3_600, 'behind', 'FAILED'],
  ])(
    '%s with its clock %d s off, against the database and the store',
    async (_what, seconds, side, level) => {
      const examination = await examine(patient, {}, { now: () => Date.now() + seconds * 1_000 });
      const lines = about(examination, level, 'clock');
      expect(lines).toMatch(new RegExp(`${side} the database: the dates of mails and .* NTP`));
      expect(lines).toMatch(new RegExp(`${side} the store: addresses of images .* NTP`));
      expect(examination.isWell).toBe(level === 'warning');
    },
  );

  it.each([
    ['fails', 'FAILED', 'has 10 MiB', space(10 * 2 ** 20)],
    ['warns', 'warning', 'has 500 MiB', space(500 * 2 ** 20)],
    ['fails', 'FAILED', '7 inodes', space(2 ** 40, 7)],
    ['warns', 'warning', '5000 inodes', space(2 ** 40, 5_000)],
  ])('%s with a disk of data that is nearly full', async (_what, level, part, statfs) => {
    // The secret is kept in DATA_DIR then.
    const examination = await examine(patient, { JWT_SECRET: '' }, { statfs: async () => statfs });
    expect(about(examination, level, 'disk')).toContain(part);
    expect(examination.isWell).toBe(level === 'warning');
  });

  it.each([
    ['fails', 'FAILED', 'has 0 MiB', space(2 ** 19)],
    ['warns', 'warning', 'has 10 MiB', space(10 * 2 ** 20)],
    ['is content', 'ok', 'has 64 MiB', space(64 * 2 ** 20)],
  ])('%s with a temporary folder where little is free', async (_what, level, part, statfs) => {
    const examination = await examine(patient, {}, { statfs: async () => statfs });
    expect(about(examination, level, 'disk')).toContain(part);
    expect(examination.isWell).toBe(level !== 'FAILED');
  });

  it.each([
    ['the database and of the store', {}],
    ['the database', { S3_ENDPOINT: '', ...noStore }],
    ['the store', { DATABASE_URL: '' }],
  ])('says that it does not see the disks of %s where they are elsewhere', async (names, variables) => {
    const seen = about(await examine(patient, variables), 'ok', 'disk');
    expect(seen).toMatch(new RegExp(`free; those of ${names} are not seen from here$`));
  });

  it('sees all disks there are where everything is embedded', async () => {
    const seen = about(
      await examine(patient, { DATABASE_URL: '', S3_ENDPOINT: '', ...noStore }),
      'ok',
      'disk',
    );
    expect(seen).toMatch(/ free$/);
  });
});

describe('a secret', () => {
  it('is blackened in what servers say, as it is written and as it is meant', () => {
    const environment = environmentOf(patient);
    const hide = hideSecrets(readConfig({ ...environment, SMTP_URL: 'smtp://me:p%40ssword@h' }));
    const secrets = [
      environment['S3_SECRET_ACCESS_KEY'],
      environment['JWT_SECRET'],
      'p%40ssword',
      'p@ssword',
    ];
    expect(hide(`535 What shall I do with ${secrets.join(' and ')}?`)).toBe(
      '535 What shall I do with *** and *** and *** and ***?',
    );
  });
});

describe('a check', () => {
  it('that never ends is given up', async () => {
    expect(await within(0.01, new Promise<never>(() => {}), tooLate(0.01))).toEqual(tooLate(0.01));
  });

  it('is one line, whatever a server says', () => {
    const text = 'no\r\n  \u001B[31mway\u0000';
    expect(lineOf('smtp', { level: 'FAILED', text })).toBe('FAILED   smtp           no [31mway');
  });
});
