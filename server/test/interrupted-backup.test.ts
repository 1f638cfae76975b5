import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readArchive } from '#backup/archive-reader.ts';
import {
  backupName,
  listStoredBackups,
  readBackupFailure,
  writeBackupFailure,
} from '#domain/backups/backup-files.ts';
import { rootFolder } from '#root-folders.ts';
import { testSecret } from './app.ts';
import { childEnvironment } from './child-environment.ts';
import { prepareOutage } from './database-outage.ts';
import { createTestDatabase, dump, type TestDatabase, useTestDatabase } from './database.ts';
import { useFolder } from './folder.ts';
import { runCommand } from './run-command.ts';

/** Their copy has 300 kB, and all before it fewer than the half. */
const logRecords = 3_000;
const bytesBeforeStop = 150_000;
/** The limit for the size of a file stands for a full disk. Its unit is 512 or 1,024 bytes, depending on the shell. */
const withLittleRoom = ['sh', '-c', 'ulimit -f 64 && exec "$0" "$@"'];

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
  BACKUPS: 'on',
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
    expect(statSync(path).size).toBeGreaterThan(60_000);
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

const runTask = (task: string) => runCommand('backup-task', [task], environment(source));

describe('an automatic backup', () => {
  const backups = join(folder, 'data/backups');
  const former = backupName(new Date(Date.now() - 2 * 86_400_000), 'daily');

  /** The last backup is of the day before yesterday, so another one is due. */
  beforeEach(() => {
    rmSync(backups, { recursive: true, force: true });
    mkdirSync(backups, { recursive: true });
    writeFileSync(join(backups, former), 'the former backup');
  });

  const made = () => listStoredBackups(backups);
  const newest = async () => (await made())[0]!;

  async function expectFormer(): Promise<void> {
    expect((await made()).map(({ name }) => name)).toEqual([former]);
    expect(readFileSync(join(backups, former), 'utf8')).toBe('the former backup');
  }

  it('leaves the former ones if it is killed, and the next one removes what it has left, and a former failure', async () => {
    const { proxy, stopped } = await stopInCopy(source);
    const { child, ended } = start('backup-task', proxy, 'daily');
    await stopped;
    child.kill('SIGKILL');
    await ended;
    await expectFormer();
    expect(readdirSync(backups).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    const at = new Date(Date.now() - 2 * 3_600_000);
    await writeBackupFailure(backups, { startedAt: at, at, kind: 'daily', reason: 'x' });
    await expect.poll(() => runTask('daily')).toMatchObject({ code: 0 });
    expect(readdirSync(backups).toSorted()).toEqual([former, (await newest()).name]);
    expect((await newest()).bytes).toBeGreaterThan(60_000);
  });

  it('leaves the former ones and says why if the disk is full, and one by hand is made at once', async () => {
    expect(await start('backup-task', source, 'daily', withLittleRoom).ended).toMatchObject({
      code: 1,
      errors: 'The disk of BACKUP_DIR became full.\n',
    });
    await expectFormer();
    expect(await readBackupFailure(backups)).toMatchObject({ reason: 'The disk of BACKUP_DIR became full.' });
    expect(readdirSync(backups)).toHaveLength(2);
    expect(await runTask('by_hand')).toMatchObject({ code: 0 });
    expect(await readBackupFailure(backups)).toBeNull();
  });

  it('is made by one of three processes at once, has every write that was acknowledged before, and is restored by its check into a database that is deleted', async () => {
    const acknowledged: { at: number; id: string }[] = [];
    const stopping = new AbortController();
    const write = async () => {
      while (!stopping.signal.aborted) {
        const id = uuidv7();
        await source.prisma.logRecord.create({
          data: { id, message: 'written', level: 'INFO', from_proxy: false },
        });
        acknowledged.push({ at: Date.now(), id });
      }
    };
    const writing = write();
    const results = await Promise.all([1, 2, 3].map(() => runTask('daily')));
    stopping.abort();
    await writing;
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await made()).toHaveLength(2);
    const { name, startedAt } = await newest();
    const archive = await readArchive(join(backups, name));
    const pieces = archive.names.filter((entry) => entry.startsWith('tables/log_records/'));
    const records = gunzipSync(Buffer.concat(await Promise.all(pieces.map(archive.read)))).toString();
    await archive.close();
    const before = acknowledged.filter(({ at }) => at < startedAt.getTime());
    expect(before.length).toBeGreaterThan(10);
    expect(before.filter(({ id }) => !records.includes(id))).toEqual([]);

    const databases = async () =>
      (await source.pool.query(`SELECT FROM pg_database WHERE datname LIKE 'declassified_backup_check%'`))
        .rowCount;
    // A check that is killed leaves its database, and the next one deletes it.
    const { proxy, stopped } = await stopInCopy(source);
    const { child, ended } = start('backup-task', proxy, 'check');
    await stopped;
    child.kill('SIGKILL');
    await ended;
    expect(await databases()).toBe(1);
    expect(await runTask('check')).toMatchObject({ code: 0 });
    expect((await newest()).check).toEqual({ at: expect.any(Date), fault: null });
    expect(await databases()).toBe(0);
  });
});
