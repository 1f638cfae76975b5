import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { secretNames } from '#platform/config/secret-files.ts';
import { rootFolder } from '#root-folders.ts';
import { useFolder } from '#test/folder.ts';

interface Service {
  build?: unknown;
  healthcheck: { test: string[] };
  environment?: Record<string, string>;
  secrets?: string[];
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

const text = readFileSync(join(rootFolder, 'docker-compose.yml'), 'utf8');
const { services, secrets } = parse(text, { merge: true }) as Compose;
const built = Object.entries(services).filter(([, { build }]) => build !== undefined);

async function listen(status: number): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it.each(built)('the health check of %s needs no Node, and passes only for a 200', async (_name, service) => {
  const [kind, program = '', ...args] = service.healthcheck.test.map((part) => part.replaceAll('$$', '$'));
  expect([kind, program]).toEqual(['CMD', 'bash']);
  const check = async (port: number) => {
    const [code] = await once(spawn(program, [...args.slice(0, -1), String(port)]), 'close');
    return code as number;
  };
  expect(await check(await listen(200))).toBe(0);
  expect(await check(await listen(503))).toBe(1);
  expect(await check(1)).toBe(1);
});

interface WrittenSecrets {
  code: unknown;
  /** Its standard output and its errors. */
  printed: string;
  /** Undefined if the folder was not made. */
  files: Record<string, string> | undefined;
}

/** Runs `deploy/secrets.sh` in a folder with this `.env`, or for null with the one that exists. Without a text, `.env` is a folder. */
async function writeSecrets(
  folder: string,
  env?: string | null,
  options: { environment?: Record<string, string>; uid?: number } = {},
): Promise<WrittenSecrets> {
  mkdirSync(join(folder, 'deploy'), { recursive: true });
  copyFileSync(join(rootFolder, 'deploy/secrets.sh'), join(folder, 'deploy/secrets.sh'));
  if (env === undefined) mkdirSync(join(folder, '.env'));
  else if (env !== null) writeFileSync(join(folder, '.env'), env);
  const child = spawn('sh', ['deploy/secrets.sh'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...options.environment },
    uid: options.uid,
  });
  onTestFinished(() => void child.kill());
  const [output, errors, [code]] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    once(child, 'close'),
  ]);
  const written = existsSync(join(folder, 'secrets')) ? readdirSync(join(folder, 'secrets')) : undefined;
  const contents = written?.map((name) => [
    name,
    readFileSync(join(folder, 'secrets', name), 'utf8').trimEnd(),
  ]);
  return {
    code,
    printed: output + errors,
    files: contents && (Object.fromEntries(contents) as Record<string, string>),
  };
}

describe('secrets', () => {
  const folder = useFolder();

  it('are in no environment, and the app reads each of its secrets that can be in a file', () => {
    const names = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    const urls = ['DATABASE_URL', 'DATABASE_DIRECT_URL'];
    expect(names.filter((name) => (secretNames as readonly string[]).includes(name))).toEqual(urls);
    const { app } = services;
    for (const name of secretNames.filter((secret) => !urls.includes(secret))) {
      expect(app?.environment?.[`${name}_FILE`]).toBe(`/run/secrets/${name.toLowerCase()}`);
      expect(app?.secrets).toContain(name.toLowerCase());
    }
  });

  it('are written to files that nobody else on the machine can read, and do not change again', async () => {
    const first = await writeSecrets(join(folder, 'new'), '');
    const files = Object.values(secrets).map(({ file }) => file.replace('./secrets/', ''));
    expect(Object.keys(first.files ?? {}).toSorted()).toEqual(files.toSorted());
    expect(statSync(join(folder, 'new/secrets')).mode & 0o777).toBe(0o700);
    expect(first.files?.['jwt_secret']).toMatch(/^[\da-f]{64}$/);
    expect(first.printed).toBe(
      'secrets has new values of JWT_SECRET DATABASE_PASSWORD POSTGRES_PASSWORD S3_ACCESS_KEY_ID ' +
        'S3_SECRET_ACCESS_KEY STORE_ROOT_ACCESS_KEY STORE_ROOT_SECRET_KEY.\n' +
        'Write the URL of your mail server to secrets/smtp_url.\n',
    );
    expect((await writeSecrets(join(folder, 'new'), 'JWT_SECRET=another')).files).toEqual(first.files);
  });

  it('of an earlier installation come from its .env', async () => {
    const env =
      `JWT_SECRET=former\nJWT_SECRET='a $b # c' # one\nDATABASE_PASSWORD=c#d # two\r\n` +
      `SMTP_URL= "smtp://u:p@h"\n#ADMIN_PASSWORD=no\nOTHER_SETTING: $x\n`;
    const { printed, files } = await writeSecrets(join(folder, 'earlier'), env);
    expect(files).toMatchObject({
      jwt_secret: 'a $b # c',
      database_password: 'c#d',
      smtp_url: 'smtp://u:p@h',
      admin_password: '',
    });
    expect(printed).toContain(
      'secrets has the values that .env has for JWT_SECRET DATABASE_PASSWORD SMTP_URL. When the app runs, remove them from .env.\n',
    );
  });

  it('come from the environment before .env, and the output tells the two apart', async () => {
    const env = 'JWT_SECRET=former\nSMTP_URL=smtp://file\n# ADMIN_PASSWORD\nADMIN_PASSWORD=former\n';
    // Set and empty, which Compose takes before what .env has.
    const environment = { SMTP_URL: 'smtp://environment', ADMIN_PASSWORD: '' };
    const { printed, files } = await writeSecrets(join(folder, 'both'), env, { environment });
    expect(files).toMatchObject({ jwt_secret: 'former', smtp_url: 'smtp://environment', admin_password: '' });
    expect(printed).toContain('secrets has the values that the environment has for SMTP_URL.\n');
    expect(printed).toContain('secrets has the values that .env has for JWT_SECRET. When');
  });

  it('of a file that cannot be read are refused', async () => {
    const unreadable = join(folder, 'unreadable');
    mkdirSync(unreadable);
    writeFileSync(join(unreadable, '.env'), 'JWT_SECRET=a\n', { mode: 0 });
    // The superuser can read every file.
    const another = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    for (const path of [folder, unreadable]) chmodSync(path, 0o755);
    const { code, printed, files } = await writeSecrets(unreadable, null, another);
    expect({ code, files }).toEqual({ code: 1, files: undefined });
    expect(printed).toContain('.env cannot be read.');
  });

  it.each([
    ['with export', 'export SMTP_URL=smtp://h'],
    ['with spaces', 'SMTP_URL = smtp://h'],
    ['in the form of YAML', 'SMTP_URL: smtp://h'],
    ['without a sign', 'SMTP_URL smtp://h'],
    ['without a value', 'SMTP_URL'],
    ['with export and without a value', 'export SMTP_URL'],
    ['after the command set', 'set SMTP_URL=smtp://h'],
    ['after the command env', ' env\tSMTP_URL=smtp://h'],
    ['before another name', 'SMTP_URL OTHER=smtp://h'],
    ['with an escaped quote', String.raw`SMTP_URL="smtp://\"h"`],
    ['with an escaped single quote', String.raw`SMTP_URL='smtp://\'h'`],
    ['with an escaped dollar', 'SMTP_URL=smtp://$$h'],
    ['with a variable', 'SMTP_URL=smtp://$HOST'],
    ['with a variable in quotes', 'SMTP_URL="smtp://$HOST"'],
    ['with a tab before a comment', 'SMTP_URL=smtp://h\t# one'],
    ['with a tab at its beginning', 'SMTP_URL=\tsmtp://h'],
    ['with a space that does not break at its end', 'SMTP_URL=smtp://h\u00A0'],
    ['with a space that does not break before its quotes', 'SMTP_URL=\u00A0"smtp://h"'],
  ])('of a line of .env %s are refused by name, and nothing is written', async (name, line) => {
    const { code, printed, files } = await writeSecrets(join(folder, name), `JWT_SECRET=a\n${line}\n`);
    expect({ code, files }).toEqual({ code: 1, files: undefined });
    expect(printed).toMatch(/^deploy\/secrets\.sh: the line of SMTP_URL in \.env is not NAME=VALUE.*\n$/);
  });

  it.each([
    ['with text after its quotes', 'SMTP_URL="smtp://h"x'],
    ['with another variable after its quotes', 'OTHER="a" SMTP_URL=smtp://h'],
    ['on several lines', 'SMTP_URL="smtp://\nh"'],
    ['that is part of another value', `OTHER='a\nSMTP_URL=smtp://h'`],
    ['that is part of another value with an escaped quote', String.raw`OTHER="a\"` + '\nSMTP_URL=smtp://h"'],
    ['with a space that does not break before its name', '\u00A0SMTP_URL=smtp://h'],
    ['that Compose refuses', 'SMTP_URL#=smtp://h'],
  ])('of a line of .env %s are refused by its number', async (name, line) => {
    const { code, printed, files } = await writeSecrets(join(folder, name), `JWT_SECRET=a\n${line}\n`);
    expect({ code, files }).toEqual({ code: 1, files: undefined });
    expect(printed).toMatch(/^deploy\/secrets\.sh: line 2 of \.env is not NAME=VALUE.*\n$/);
  });

  it('of a pipe are refused instead of waited for', async () => {
    mkdirSync(join(folder, 'pipe'));
    await once(spawn('mkfifo', [join(folder, 'pipe/.env')]), 'close');
    const { code, printed, files } = await writeSecrets(join(folder, 'pipe'), null);
    expect({ code, files }).toEqual({ code: 1, files: undefined });
    expect(printed).toContain('.env is not a regular file.');
  });

  it('of a folder, or of a file that begins with a byte order mark, are refused', async () => {
    for (const [name, env, reason] of [
      ['folder', undefined, '.env is not a regular file.'],
      ['marked', '\uFEFFJWT_SECRET=a\n', '.env begins with a byte order mark.'],
    ] as const) {
      const { code, printed, files } = await writeSecrets(join(folder, name), env);
      expect({ code, files }).toEqual({ code: 1, files: undefined });
      expect(printed).toContain(reason);
    }
  });
});
