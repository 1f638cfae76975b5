import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { rootFolder } from '#root-folders.ts';
import { deriveKeys, keyNameOf, signSeal } from '#auth/keys/keys.ts';
import { variableNames } from '#platform/config/config.ts';
import { secrets, useDoctor } from '#test/doctor.ts';
import { networksFile } from '#test/networks-file.ts';

const { folder, database, environment, examine, expectLine, databaseUrlWith } = useDoctor();

const withoutStore = Object.fromEntries(
  ['ENDPOINT', 'PUBLIC_ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [
    `S3_${name}`,
    '',
  ]),
);
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://declassified.test' };

describe('the configuration', () => {
  it.each([
    ['FAILED', ['DATABASE_URL'], { DATABASE_URL: 'postgresql://me:hunter2/x@h/db' }],
    ['FAILED', ['SMTP_URL is missing'], { NODE_ENV: 'production', SMTP_URL: '' }],
    [
      'FAILED',
      ['PUBLIC_URL must begin with https'],
      { ...production, PUBLIC_URL: 'http://declassified.test' },
    ],
    [
      'warning',
      ['PUBLIC_URL is http://localhost:3000: links'],
      { ...production, PUBLIC_URL: 'http://localhost:3000' },
    ],
    ['warning', ['PUBLIC_URL is unset: links'], { ...production, PUBLIC_URL: '' }],
    ['warning', ['browsers block the images', 'TRUST_PROXY is unset'], production],
    [
      'warning',
      ['DATABASEURL is not a setting. Did you mean DATABASE_URL?'],
      { DATABASE_URL: '', DATABASEURL: 'x' },
    ],
    [
      'warning',
      [
        'SMTP_ULR is not a setting. Did you mean SMTP_URL?',
        'jwt_secret is not a setting. Did you mean JWT_SECRET?',
        'S3_ACCESS_KEY is not a setting. Did you mean S3_ACCESS_KEY_ID?',
        'RATE_LIMIT_SCALE is 100',
        'JWT_SECRET, SMTP_URL and S3_ENDPOINT are unset: only this machine has the secret, the emails and the stored images, in',
      ],
      {
        ...withoutStore,
        SMTP_URL: '',
        SMTP_ULR: 'smtp://h',
        JWT_SECRET: '',
        jwt_secret: 'x',
        S3_ACCESS_KEY: 'x',
        RATE_LIMIT_SCALE: '100',
      },
    ],
    ['warning', ['JWT_SECRET is unset: only this machine has the secret, in'], { JWT_SECRET: '' }],
    ['warning', ['SMTP_URL is unset: only this machine has the emails, in'], { SMTP_URL: '' }],
  ])('is reported as %s with the texts: %s', async (level, parts, variables) => {
    const { lines, isHealthy } = await examine(variables);
    const found = lines.filter((line) => line.startsWith(level) && line.includes(' configuration '));
    expect(found).toEqual(expect.arrayContaining(parts.map((part) => expect.stringContaining(part))));
    expect(isHealthy).toBe(level !== 'FAILED');
  });

  it('reports a file of networks that cannot be read, and passes', async () => {
    const file = join(folder, 'networks.mmdb');
    const readable = join(folder, 'readable.mmdb');
    writeFileSync(readable, networksFile({ '203.0.113.0/24': { country: 'AU' } }));
    await expectLine('warning', 'networks', `${file} cannot be read`, {
      NETWORKS_FILE: `${readable},${file}`,
    });
    await expectLine('ok', 'networks', 'can be read', { NETWORKS_FILE: readable });
    await expectLine('FAILED', 'configuration', 'NETWORKS_FILE must be one path', { NETWORKS_FILE: 'a,b,c' });
  });

  it('does not take another variable, or one of Docker Compose, for a misspelt setting', async () => {
    const text = readFileSync(join(rootFolder, '.env.example'), 'utf8');
    const names = [...text.matchAll(/^([A-Z\d_]+)=/gm)].map(([, name = '']) => name);
    const usual = [
      'HOME',
      'PATH',
      'HOSTNAME',
      'SHELL',
      'LANG',
      'LOGNAME',
      'EDITOR',
      'TMPDIR',
      'NODE_OPTIONS',
    ];
    const others = [...names, ...usual].filter((name) => !variableNames.includes(name));
    expect(others.length).toBeGreaterThan(15);
    const local = Object.fromEntries(variableNames.map((name) => [name, '']));
    const { lines } = await examine({ ...local, ...Object.fromEntries(others.map((name) => [name, 'x'])) });
    expect(lines.join('\n')).not.toContain('is not a setting');
  });

  it('names every faulty setting in one run, and then stops', async () => {
    const { lines, isHealthy } = await examine({
      RATE_LIMIT_SCALE: 'fast',
      PORT: 'http',
      S3_BUCKET: '',
      NODE_ENV: 'production',
      SMTP_URL: '',
      SMTP_ULR: 'smtp://mail.declassified.test',
      PUBLIC_URL: 'http://declassified.test',
    });
    expect(isHealthy).toBe(false);
    expect(lines.map((line) => /^(?:FAILED|warning) +configuration +(\S+)/.exec(line)?.[1])).toEqual([
      'PORT',
      'RATE_LIMIT_SCALE',
      'PUBLIC_URL',
      'SMTP_URL',
      'S3_BUCKET',
      'SMTP_ULR',
    ]);
  });

  it('names no setting that was not made as if it were', async () => {
    const local = Object.fromEntries(Object.keys(environment()).map((name) => [name, '']));
    const dataDir = join(folder, 'local');
    const faults: NodeJS.ProcessEnv[] = [
      { DATABASE_URL: databaseUrlWith({ port: '1' }), DATA_DIR: dataDir },
      { DATABASE_URL: databaseUrlWith({ pathname: '/nowhere' }), S3_PUBLIC_ENDPOINT: '' },
      { ...local, DATA_DIR: dataDir },
      { ...local, NODE_ENV: 'production', ALLOW_EMBEDDED: 'true', DATA_DIR: dataDir },
      { ...production, S3_PUBLIC_ENDPOINT: '' },
    ];
    // The checks of both folders fail.
    mkdirSync(dataDir, { recursive: true });
    for (const name of ['files', 'mailbox']) writeFileSync(join(dataDir, name), '');
    for (const variables of faults) {
      const { lines } = await examine(variables);
      const all = { ...environment(), ...variables };
      const made = new Set(Object.keys(all).filter((name) => all[name] !== ''));
      // Advice names a setting to make, and a default is called one.
      const text = lines
        .join('\n')
        .replaceAll(/(Set|Remove|Use|create) [A-Z\d_]{4,}|[A-Z\d_]{4,} is unset|NODE_ENV/g, '');
      const named = [...text.matchAll(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g)].map(([name]) => name);
      expect(named.filter((name) => !made.has(name))).toEqual([]);
    }
  });
});

describe('the secrets', () => {
  it('include a previous secret until no data needs it', async () => {
    await expectLine('ok', 'secrets', 'one');
    const previous = { JWT_SECRET_PREVIOUS: 'the secret that was here before this one' };
    await expectLine('warning', 'secrets', 'Remove it', previous);
    const id = uuidv7();
    await database.prisma.user.create({
      data: { id, username: 'former', email: 'former@e.org', password_hash: '' },
    });
    await database.prisma.accountLink.create({
      data: {
        id,
        user_id: id,
        purpose: 'undo_email_change',
        email: 'former@e.org',
        nonce: new Uint8Array(16),
        expires_at: new Date(Date.now() + 60_000),
      },
    });
    await expectLine('ok', 'secrets', '0 sessions, 1 links, 0 devices and 0 second factors', previous);
    await database.prisma.user.delete({ where: { id } });
    // The sealer checks the last seal before it signs the next one.
    await addSeal(previous.JWT_SECRET_PREVIOUS);
    await expectLine('ok', 'secrets', 'signed the last seal of the audit trail', previous);
  });

  it('fail without the secret that signed the last seal, and name the missing secret', async () => {
    const [right, wrong] = [
      'the secret of the former machine, of which',
      'this machine has another one for now.',
    ];
    await addSeal(right);
    await expectLine('ok', 'secrets', 'one', { JWT_SECRET: right });
    const name = keyNameOf(deriveKeys(right).auditSeal);
    const missing = `the last seal of the audit trail is signed with another secret, whose key is ${name}. Set JWT_SECRET`;
    await expectLine('FAILED', 'secrets', missing, { JWT_SECRET: wrong });
    await expectLine('FAILED', 'secrets', missing, { JWT_SECRET: wrong, JWT_SECRET_PREVIOUS: secrets.jwt });
    await expectLine('FAILED', 'secrets', 'has no secret yet', { JWT_SECRET: '' });
    await database.pool.query(`UPDATE audit_seals SET mac = ''`);
    await expectLine('FAILED', 'secrets', 'Seal 1 was forged', { JWT_SECRET: right });
    await database.pool.query('DELETE FROM audit_seals');
  });
});

/** Replaces the seals by one that the secret signed. */
async function addSeal(secret: string): Promise<void> {
  const key = deriveKeys(secret).auditSeal;
  const hash = createHash('sha256').update(secret).digest();
  await database.pool.query(`ALTER TABLE audit_seals DISABLE TRIGGER USER; DELETE FROM audit_seals`);
  await database.pool.query(
    `INSERT INTO audit_seals (id, epoch, key_name, after_event_id, first_transaction, end_transaction, last_event_id,
                              events, events_hash, sealed_at, hash, mac)
     VALUES (1, 1, $1, 0, '0', '1', 0, 0, '', now(), $2, $3)`,
    [keyNameOf(key), hash, signSeal(key, hash)],
  );
}
