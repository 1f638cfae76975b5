import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rootFolder } from '#root-folders.ts';
import { testSecret } from './app.ts';
import { childEnvironment } from './child-environment.ts';
import { prepareOutage } from './database-outage.ts';
import { createTestDatabase, dump, type TestDatabase, useTestDatabase } from './database.ts';
import { useFolder } from './folder.ts';
import { runCommand } from './run-command.ts';

/** Their copy has 3 MB. */
const logRecords = 30_000;
const bytesBeforeStop = 1_000_000;
/** The limit for the size of a file stands for a full disk. Its unit is 512 or 1,024 bytes, depending on the shell. */
const withLittleRoom = ['sh', '-c', 'ulimit -f 256 && exec "$0" "$@"'];

const source = useTestDatabase();
const folder = useFolder();
const file = join(folder, 'whole.backup');

beforeAll(async () => {
  await source.pool.query(
    `INSERT INTO users (id, username, email, password_hash) VALUES (gen_random_uuid(), 'ann', 'ann@example.org', '')`,
  );
  await source.pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy)
     SELECT gen_random_uuid(), md5(n::text), 'INFO', false FROM generate_series(1, $1::int) AS n`,
    [logRecords],
  );
  const { code, errors } = await runCommand('backup', [file], environment(source));
  if (code !== 0) throw new Error(errors);
});

const environment = ({ url }: { url: string }) => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, 'data'),
  JWT_SECRET: testSecret,
});

function start(name: string, database: { url: string }, path: string, shell: string[] = []) {
  const [program, ...args] = [...shell, process.execPath, `server/dist/${name}-command.js`, path];
  const child = spawn(program, args, {
    cwd: rootFolder,
    env: childEnvironment(environment(database)),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  return { child, ended: ended.then(([[code, signal], errors]) => ({ code, signal, errors })) };
}

/** A proxy in front of the database that stops in the middle of the first large copy from it. */
async function stopInCopy({ url }: TestDatabase) {
  let bytes = 0;
  const events = new EventEmitter();
  const stopped = once(events, 'stop');
  const proxy = await prepareOutage(url, () => (data) => {
    bytes += data.length;
    if (bytes < bytesBeforeStop) return data;
    events.emit('stop');
    return Buffer.alloc(0);
  });
  onTestFinished(proxy.begin);
  return { proxy, stopped };
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  return database;
}

const reportsInOneLine = { code: 1, errors: expect.stringMatching(/(^|\n)[^\n]+ failed: [^\n]+\n$/) };

describe('the file of the previous backup stays as it is', () => {
  const path = join(folder, 'daily.backup');

  async function expectPrevious(): Promise<void> {
    expect(readFileSync(path, 'utf8')).toBe('the previous backup');
  }

  it('if the command is killed', async () => {
    writeFileSync(path, 'the previous backup');
    const { proxy, stopped } = await stopInCopy(source);
    const { child, ended } = start('backup', proxy, path);
    await stopped;
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    await expectPrevious();
    expect(await runCommand('backup', [path], environment(source))).toMatchObject({ code: 0 });
    expect(statSync(path).size).toBeGreaterThan(300_000);
    expect(readdirSync(folder).filter((name) => name.startsWith('daily'))).toEqual(['daily.backup']);
  });

  it('if the connection to the database breaks', async () => {
    writeFileSync(path, 'the previous backup');
    const { proxy, stopped } = await stopInCopy(source);
    const { ended } = start('backup', proxy, path);
    await stopped;
    await proxy.begin();
    expect(await ended).toMatchObject(reportsInOneLine);
    await expectPrevious();
  });

  it('if the disk is full', async () => {
    writeFileSync(path, 'the previous backup');
    expect(await start('backup', source, path, withLittleRoom).ended).toMatchObject(reportsInOneLine);
    await expectPrevious();
    expect(readdirSync(folder).filter((name) => name.startsWith('daily'))).toEqual(['daily.backup']);
  });
});

describe('the database stays empty', () => {
  it('if a restore is killed, and the same command then succeeds', async () => {
    const database = await emptyDatabase();
    const before = await dump(database);
    const { proxy, stopped } = await stopInCopy(database);
    const { child, ended } = start('restore', proxy, file);
    await stopped;
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    await vi.waitFor(async () => expect(await dump(database)).toEqual(before));
    expect(await runCommand('restore', [file], environment(database))).toMatchObject({ code: 0 });
    expect(await database.prisma.logRecord.count()).toBe(logRecords);
  });

  it('if the connection of a restore breaks', async () => {
    const database = await emptyDatabase();
    const before = await dump(database);
    const { proxy, stopped } = await stopInCopy(database);
    const { ended } = start('restore', proxy, file);
    await stopped;
    await proxy.begin();
    expect(await ended).toMatchObject(reportsInOneLine);
    expect(await dump(database)).toEqual(before);
  });
});
