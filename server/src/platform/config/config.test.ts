import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, variableNames } from './config.ts';
import { secretNames } from './secret-files.ts';
import { useFolder } from '#test/folder.ts';
import { rootFolder } from '#root-folders.ts';

const database = 'postgresql://me:hunter2@db.example.org:5432/things';

const store = {
  S3_ENDPOINT: 'http://s3.internal:7070',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'declassified',
  S3_ACCESS_KEY_ID: 'me',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};
const withoutStore = Object.fromEntries(Object.keys(store).map((name) => [name, '']));

/** The message of the error for an environment. */
function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Error && error.name === 'StartError') return error.message;
    throw error;
  }
  throw new Error('Not refused.');
}

const backupsOf = (environment: NodeJS.ProcessEnv) => readConfig(environment).backups;

describe('readConfig', () => {
  it('uses the defaults if no variable is set', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://me:hunter2@h/db'],
    ['DATABASE_URL', 'postgresql://'],
    ['DATABASE_URL', 'postgresql://h:port/db'],
    ['DATABASE_URL', 'postgresql://me:hunter2/x@h:5432/db'],
    ['DATABASE_URL', 'postgresql://me:1/hunter2@h:5432/db'],
    ['DATABASE_URL', 'postgresql://me:p@ss/hunter2@h:5432/db'],
    ['DATABASE_URL', 'postgresql://me:1?hunter2@h:5432/db'],
    ['DATABASE_URL', 'postgresql://me:1#hunter2@h:5432/db'],
    ['DATABASE_URL', 'postgresql://me:hunter2%off@h:5432/db'],
    ['DATABASE_DIRECT_URL', 'postgresql://me:1/hunter2@h:5432/db'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'http://me:hunter2@mail.example.org'],
    ['SMTP_URL', 'smtp://me:hunter2/x@mail.example.org:587'],
    ['SMTP_URL', 'smtp://me:1/hunter2@mail.example.org:587'],
    ['SMTP_URL', 'smtp://me:hunter2@mail.example.org?tls=no'],
    ['JWT_SECRET_PREVIOUS', 'hunter2'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'http://'],
    ['PUBLIC_URL', 'https://me:hunter2@example.org'],
    ['PUBLIC_URL', 'https://example.org/path'],
    ['CORS_ORIGINS', 'https://example.org, nowhere'],
    ['CORS_ORIGINS', 'https://me:hunter2@example.org'],
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_ENDPOINT', 'https://me:hunter2@s3.example.org'],
    ['S3_PUBLIC_ENDPOINT', 'https://s3.example.org/?x=hunter2'],
    ['S3_REGION', 'eu west'],
    ['S3_BUCKET', 'No_Bucket'],
    ['S3_BUCKET', 'a/b'],
    ['HOST', 'a b'],
    ['HOST', 'http://localhost'],
    ['HOST', 'localhost:3000'],
    ['HOST', '[::1]'],
    ['HOST', '-a.example.org'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['METRICS_HOST', 'localhost:9464'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '3000'],
    ['RATE_LIMIT_SCALE', 'fast'],
    ['RETENTION_DAYS', '0'],
    ['RETENTION_DAYS', 'forever'],
    ['RETENTION_DAYS', '3651'],
    ['BACKUPS', 'daily'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_HOUR', '3:00'],
    ['BACKUP_HOUR', '-1'],
    ['BACKUP_BEFORE_UPGRADE', 'yes'],
    ['CONTACT_EMAIL', 'nobody'],
    ['STAFF_SECOND_FACTOR', 'maybe'],
    ['DATA_REFRESH', 'yes'],
    ['DATA_URLS', 'https://example.org/a.csv'],
    ['DATA_URLS', 'gdp-australia=ftp://example.org/a.csv'],
    ['DATA_URLS', 'gdp-australia=https://me:hunter2@example.org/a.csv'],
    ['DATA_URLS', 'gdp-australia=https://example.org/a.csv#hunter2'],
    ['DATA_URLS', 'gdp-australia=https://example.org/a.csv,inflation-australia='],
  ])('refuses %s=%s in one line that names the variable and contains no password', (name, value) => {
    const refusal = refusalOf({ DATABASE_URL: database, ...store, [name]: value });
    expect(refusal).toMatch(new RegExp(`^${name} `));
    expect(refusal).not.toContain('\n');
    expect(refusal).not.toContain('hunter2');
  });

  it('makes backups by itself with the embedded database only, unless BACKUPS says otherwise', () => {
    expect(backupsOf({ DATA_DIR: '/srv/data' })).toEqual({
      isOn: true,
      folder: '/srv/data/backups',
      databaseFolder: '/srv/data',
      hour: 3,
      beforeUpgrade: 'auto',
    });
    expect(backupsOf({ DATABASE_URL: database })).toMatchObject({ isOn: false, databaseFolder: undefined });
    expect(backupsOf({ BACKUPS: 'off' }).isOn).toBe(false);
    const own = { DATABASE_URL: database, BACKUPS: 'on', BACKUP_DIR: '/backups', BACKUP_HOUR: '0' };
    expect(backupsOf(own)).toMatchObject({ isOn: true, folder: '/backups', hour: 0 });
  });

  it('explains how to write a password that makes its URL invalid', () => {
    expect(refusalOf({ DATABASE_URL: 'postgresql://me:a/b@h/db' })).toContain('Percent-encode');
    expect(refusalOf({ SMTP_URL: 'smtp://me:a/b@h:587' })).toContain('Percent-encode');
  });

  it('adds DATABASE_PASSWORD to the URLs of the database that have no password', () => {
    const DATABASE_PASSWORD = 'p@ss/50%';
    const added = 'postgresql://me:p%40ss%2F50%25@pooler:6432/things?sslmode=require';
    const own = 'postgresql://me:its-own@h/things';
    const DATABASE_URL = 'postgresql://me@pooler:6432/things?sslmode=require';
    expect(readConfig({ DATABASE_URL, DATABASE_PASSWORD })).toMatchObject({
      databaseUrl: added,
      databaseDirectUrl: added,
    });
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL: own, DATABASE_PASSWORD })).toMatchObject({
      databaseUrl: added,
      databaseDirectUrl: own,
    });
  });

  it.each([
    ['DATABASE_URL', 'postgres://localhost/things'],
    ['DATABASE_URL', 'postgresql://me:p%40ss%2Fword@10.0.0.1:6432/things?sslmode=require'],
    ['DATABASE_URL', 'postgresql://me@[::1]:5432/things'],
    ['DATABASE_URL', 'postgresql://me@%2Fvar%2Frun%2Fpostgresql/things'],
    ['SMTP_URL', 'smtp://me%40example.org:p%2Fss@mail.example.org:587'],
    ['SMTP_URL', 'smtps://mail.example.org/?pool=true'],
    ['SMTP_URL', 'smtp://mail:1025?tls=off'],
    ['PUBLIC_URL', 'https://example.org/'],
    ['CORS_ORIGINS', 'https://a.example.org, http://localhost:5173'],
    ['METRICS_HOST', '0.0.0.0'],
    ['METRICS_PORT', '9464'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', 'localhost'],
    ['HOST', 'box-1.example.org'],
  ])('accepts %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow();
  });

  it('refuses production without TLS at a public URL', () => {
    const environment = { NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' };
    const refusal = refusalOf({ ...environment, PUBLIC_URL: 'http://declassified.example' });
    expect(refusal).toMatch(/^PUBLIC_URL must begin with https/);
    for (const url of [
      'https://declassified.example',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]',
    ]) {
      expect(readConfig({ ...environment, PUBLIC_URL: url }).publicUrl).toBe(url);
    }
    expect(readConfig({ PUBLIC_URL: 'http://declassified.example' }).isProduction).toBe(false);
  });

  it('refuses a direct URL without the database URL', () => {
    const refusal = refusalOf({ DATABASE_DIRECT_URL: database });
    expect(refusal).toMatch(/^DATABASE_URL is missing/);
    expect(refusal).not.toContain('hunter2');
  });

  it('uses the endpoint of an object store for browsers as well, unless another endpoint is configured', () => {
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig(store).s3).toEqual({
      endpoint: 'http://s3.internal:7070',
      publicEndpoint: 'http://s3.internal:7070',
      region: 'us-east-1',
      bucket: 'declassified',
      accessKeyId: 'me',
      secretAccessKey: 'hunter2',
    });
    const publicEndpoint = 'https://files.example.org/s3';
    expect(readConfig({ ...store, S3_PUBLIC_ENDPOINT: publicEndpoint }).s3).toMatchObject({ publicEndpoint });
  });

  it.each(Object.keys(store))('refuses an object store without %s', (name) => {
    const refusal = refusalOf({ ...store, [name]: '' });
    expect(refusal).toMatch(new RegExp(`^${name} is missing`));
    expect(refusal).not.toContain('hunter2');
    expect(refusalOf({ S3_PUBLIC_ENDPOINT: 'https://files.example.org' })).toMatch(/^S3_ENDPOINT is missing/);
  });

  it.each(['DATABASE_URL', 'JWT_SECRET', 'SMTP_URL', 'MAIL_FROM', 'CONTACT_EMAIL', ...Object.keys(store)])(
    'refuses production without %s unless the embedded services are allowed',
    (name) => {
      const environment = {
        NODE_ENV: 'production',
        DATABASE_URL: database,
        JWT_SECRET: 'k3J9vQ2xT7wL5mN8pR4sY6zB1cD0fG2h',
        SMTP_URL: 'smtp://mail.example.org',
        MAIL_FROM: 'no-reply@example.org',
        CONTACT_EMAIL: 'desk@example.org',
        ...store,
      };
      expect(readConfig(environment).isProduction).toBe(true);
      expect(refusalOf({ ...environment, [name]: '' })).toMatch(new RegExp(`^${name} is missing`));
      const embedded = { ...environment, ...withoutStore, [name]: '', ALLOW_EMBEDDED: 'true' };
      expect(readConfig(embedded).isProduction).toBe(true);
    },
  );
});

const namesIn = (part: string) => [...part.matchAll(/^([A-Z\d_]+)=/gm)].map(([, name = '']) => name);

describe('.env.example', () => {
  const text = readFileSync(join(rootFolder, '.env.example'), 'utf8');
  const [serverPart = '', composePart = ''] = text.split('# The rest is Docker Compose');

  it('names every variable that the server reads, and no other', () => {
    // NODE_ENV is not a setting of an installation.
    expect(new Set(namesIn(serverPart))).toEqual(
      new Set(variableNames.filter((name) => name !== 'NODE_ENV')),
    );
  });

  it('has the same variables as docs/operations.md', () => {
    const operations = readFileSync(join(rootFolder, 'docs/operations.md'), 'utf8');
    const [, table = ''] = /## Every variable\n([^]*?)\n## /.exec(operations) ?? [];
    const documented = [...table.matchAll(/`([A-Z\d_]{2,})`/g)].map(([, name]) => name);
    expect(new Set(documented)).toEqual(new Set([...namesIn(serverPart), ...namesIn(composePart)]));
  });
});

it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'])(
  '%s alone is refused, with the names of the others',
  (name) => {
    const value = name === 'OIDC_ISSUER' ? 'https://accounts.example.org' : 'x';
    const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'];
    expect(refusalOf({ [name]: value }).split('\n')).toEqual(
      names.filter((other) => other !== name).map((other) => `${other} is missing. ${name} needs it.`),
    );
  },
);

describe('secrets in files', () => {
  const folder = useFolder();
  const fileWith = (text: string | Buffer) => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };
  const secret = 'a secret of thirty-two bytes or more';

  it.each(['\n', '\r\n', ''])('are read without the line feed at their end: %j', (ending) => {
    expect(readConfig({ JWT_SECRET_FILE: fileWith(secret + ending) }).jwtSecret).toBe(secret);
  });

  it.each(secretNames)('%s can be read from a file, and is refused beside it', (name) => {
    expect(refusalOf({ [name]: 'x', [`${name}_FILE`]: fileWith('y') })).toMatch(
      new RegExp(`^${name} and ${name}_FILE are both set\\. Set one of them\\.$`, 'm'),
    );
  });

  it('are not set by an empty file, like by an empty variable', () => {
    expect(readConfig({ SMTP_URL_FILE: fileWith('\n') }).smtpUrl).toBeUndefined();
    expect(refusalOf({ NODE_ENV: 'production', JWT_SECRET_FILE: fileWith('') })).toMatch(
      /^JWT_SECRET is missing/m,
    );
  });

  it('are read without a byte order mark', () => {
    expect(readConfig({ JWT_SECRET_FILE: fileWith(`\uFEFF${secret}\r\n`) }).jwtSecret).toBe(secret);
  });

  it.each(secretNames)('%s is refused with the name of a file whose text no secret has', (name) => {
    const refused: [string | Buffer, RegExp][] = [
      [Buffer.from([0x66, 0xff, 0xfe, 0x66]), /not UTF-8/],
      [Buffer.from('a secret', 'utf16le'), /control character/],
      ['one\ntwo\n', /control character/],
      ['a\tsecret', /control character/],
      ['a secret\u0085', /control character/],
      ['a secret\n\n', /more than one line end/],
      ['a secret\r\n\r\n', /more than one line end/],
      ['\uFEFF\uFEFFa secret', /byte order mark/],
      ['a\uFEFFsecret', /byte order mark/],
      ...Array.from('\u200B\u200C\u200D\u00AD\u2060\u202E\u2066\u034F\u3164\u2800').flatMap(
        (sign): [string, RegExp][] => [
          [`a${sign}secret`, /invisible character/],
          [`a secret${sign}\n`, /invisible character/],
        ],
      ),
      ['a\u2028secret', /line separator/],
      ['a secret\u2029\n', /line separator/],
      [' a secret\n', /begins or ends with white space/],
      ['a secret \n', /begins or ends with white space/],
      ['a secret\u00A0', /begins or ends with white space/],
      ['\u3000', /begins or ends with white space/],
    ];
    for (const [text, reason] of refused) {
      const file = fileWith(text);
      const refusal = refusalOf({ [`${name}_FILE`]: file }).split('\n');
      expect(refusal).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}_FILE names ${file}, which .*${reason.source}`)),
      );
    }
  });

  it('are refused if the file is missing or malformed, without their text', () => {
    expect(refusalOf({ JWT_SECRET_FILE: '/nowhere' })).toBe(
      'JWT_SECRET_FILE names /nowhere, which cannot be read (ENOENT).',
    );
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const other of [folder, pipe]) {
      expect(refusalOf({ JWT_SECRET_FILE: other })).toBe(
        `JWT_SECRET_FILE names ${other}, which is not a regular file.`,
      );
    }
    const refusal = refusalOf({ DATABASE_URL_FILE: fileWith('mysql://me:hunter2@db/things') });
    expect(refusal).toMatch(/^DATABASE_URL must/);
    expect(refusal).not.toContain('hunter2');
  });
});
