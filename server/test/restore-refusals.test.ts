import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Keys } from '#auth/keys/keys.ts';
import { readArchive } from '#backup/archive-reader.ts';
import type { Manifest } from '#backup/manifest.ts';
import { StartError } from '#platform/process/start-error.ts';
import { testSecret } from './app.ts';
import { backUpTo, keys, objectsOf, rewrite } from './backup.ts';
import { dump, useTestDatabase } from './database.ts';
import { createUser } from './factories.ts';
import { useFolder } from './folder.ts';
import { runCommand } from './run-command.ts';

const source = useTestDatabase();
const target = useTestDatabase();
const folder = useFolder();
const file = join(folder, 'whole');

beforeAll(async () => {
  await createUser({ database: source });
  await backUpTo(file, source.url);
  await target.pool.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public');
});

type Change = (path: string) => unknown;

const replacedBy =
  (change: (whole: Buffer) => Buffer): Change =>
  (path) =>
    writeFileSync(path, change(readFileSync(file)));
const changedAt = (position: number): Change =>
  replacedBy((whole) => {
    whole[position] = (whole[position] ?? 0) ^ 1;
    return whole;
  });
const signedAnew =
  (change: (manifest: Manifest) => Partial<Manifest>, signing?: Keys): Change =>
  (path) =>
    rewrite(file, path, change, signing);

const restore = (path: string) => {
  const dataDir = join(folder, 'no data');
  return runCommand('restore', [path], {
    DATABASE_URL: target.url,
    DATA_DIR: dataDir,
    JWT_SECRET: testSecret,
  });
};

it.each<[string, RegExp, Change]>([
  ['is a folder', /^It is a folder\.$/, (path) => mkdirSync(path)],
  ['is not a backup', /^It is not a backup\.$/, replacedBy(() => Buffer.alloc(9_999, 'x'))],
  ['is empty', /^It is cut off\.$/, replacedBy(() => Buffer.alloc(0))],
  ['was cut', /^It is cut off\.$/, replacedBy((whole) => whole.subarray(0, -1))],
  ['was cut in its end', /^It is cut off\.$/, replacedBy((whole) => whole.subarray(0, -600))],
  ['was cut after an entry', /^It is cut off\.$/, replacedBy((whole) => whole.subarray(0, 1024))],
  [
    'goes on',
    /^It was changed at byte \d+\.$/,
    replacedBy((whole) => Buffer.concat([whole, Buffer.alloc(512)])),
  ],
  ['has another header', /^It was changed at byte 1024\.$/, changedAt(1024 + 140)],
  ['has something between entries', /^It was changed at byte \d+\.$/, changedAt(1023)],
])('a file that %s is no archive', async (name, expected, change) => {
  const path = join(folder, name);
  await change(path);
  const refusal: unknown = await readArchive(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  const [before, reason] = (refusal as Error).message.split(' cannot be restored. ');
  expect(before).toBe(path);
  expect(reason).toMatch(expected);
});

it.each<[string, RegExp, Change]>([
  ['is not there', /cannot be restored\. There is no such file\.\n$/, () => {}],
  ['has another content', /restored\. Its content was changed\.\n$/, changedAt(520)],
  [
    'was forged',
    /^No secret here proves this backup: another one made it, or somebody has changed it\. /,
    signedAnew(() => ({}), { ...keys, backup: keys.auditSeal }),
  ],
  [
    'was forged and names another key',
    /^No secret here proves this backup: /,
    signedAnew(() => ({ key_name: 'other' }), { ...keys, backup: keys.auditSeal }),
  ],
  [
    'is of a newer version',
    /^The backup is of a newer version: it has the migration 2099_later\. /,
    signedAnew(({ migrations }) => ({ migrations: [...migrations, { name: '2099_later', checksum: '' }] })),
  ],
  [
    'is of another branch',
    /^The backup is of another version: its migration \w+_initial differs\. /,
    signedAnew(({ migrations }) => ({ migrations: migrations.map(({ name }) => ({ name, checksum: '' })) })),
  ],
])('a file that %s is refused in one line, and the database stays empty', async (name, message, change) => {
  const path = join(folder, name);
  await change(path);
  const { code, output, errors } = await restore(path);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toMatch(message);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(await objectsOf(target)).toEqual([]);
  expect(readdirSync(folder)).not.toContain('no data');
});

it('a database with tables of another program is refused and stays unchanged', async () => {
  await target.pool.query('CREATE TABLE theirs (n int)');
  const before = [await dump(target), await objectsOf(target)];
  expect(await restore(file)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The database is not empty: it has the table theirs\./),
  });
  expect([await dump(target), await objectsOf(target)]).toEqual(before);
});
