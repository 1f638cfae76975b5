import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { deriveKeys, keyNameOf } from '#auth/keys/keys.ts';
import { headOf, parseHead } from '#modules/audit/seal-chain.ts';
import { sealAll, sealRest } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { testSecret } from './app.ts';
import { backUpTo, keys, rewrite } from './backup.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createUser } from './factories.ts';
import { useFolder } from './folder.ts';
import { runCommand } from './run-command.ts';

const folder = useFolder();
const file = join(folder, 'first.backup');
const environment = { DATA_DIR: join(folder, 'data'), JWT_SECRET: testSecret };
const { auditSeal: key } = keys;

/** A migrated database without rows, which counts as empty. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  return database;
}

/** Seals one record of the audit trail. */
async function sealRecord(database: TestDatabase, sealKey: Buffer): Promise<void> {
  await database.pool.query(`INSERT INTO audit_events (action, details_hash) VALUES ('login', '')`);
  await database.prisma.$transaction((tx) => sealRest(tx, [sealKey], null));
}

beforeAll(async () => {
  const source = await createTestDatabase();
  await createUser({ database: source });
  await sealRecord(source, key);
  await backUpTo(file, source.url);
  await source.close();
});

it.each(['JWT_SECRET_PREVIOUS', '--secret-file'])(
  'accepts a backup of another secret that %s proves, and its trail stays intact',
  async (source) => {
    const database = await emptyDatabase();
    const secretFile = join(folder, 'former secret');
    writeFileSync(secretFile, `${testSecret}\n`);
    const other = { ...environment, DATABASE_URL: database.url, JWT_SECRET: `${testSecret} of another` };
    const result = await (source === '--secret-file'
      ? runCommand('restore', [file, '--secret-file', secretFile], other)
      : runCommand('restore', [file], { ...other, JWT_SECRET_PREVIOUS: testSecret }));
    expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored [^\n]+\n$/) });
    const keysThere = [deriveKeys(other.JWT_SECRET).auditSeal];
    expect(await verifyAuditTrail({ database, keys: keysThere })).toMatchObject({ intact: true });
  },
);

it('restores a file that nothing proves only with --unproven, and its trail is unproven for ever', async () => {
  const forgers = deriveKeys('the secret of somebody else, of 32 bytes or more');
  const source = await emptyDatabase();
  await createUser({ database: source }, { is_superuser: true });
  await sealRecord(source, forgers.auditSeal);
  const path = join(folder, 'forged');
  await backUpTo(path, source.url);
  await rewrite(path, path, () => ({ key_name: keyNameOf(forgers.auditSeal) }), forgers);

  const database = await emptyDatabase();
  const environmentThere = { ...environment, DATABASE_URL: database.url };
  const refused = await runCommand('restore', [path], environmentThere);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/^No secret here proves /)]);
  expect(await database.prisma.user.count()).toBe(0);

  const restored = await runCommand('restore', [path, '--unproven'], environmentThere);
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  expect(restored.code).toBe(0);
  expect(restored.errors).toContain(`SHA-256 of ${path}: ${digest}\nNothing proves who wrote this file.\n`);

  await database.pool.query(`INSERT INTO audit_events (action, details_hash) VALUES ('logout', '')`);
  const sealedLast = async () => {
    await sealAll({ database, keys: [key] });
    return database.prisma.auditSeal.findFirstOrThrow({ orderBy: { id: 'desc' } });
  };
  // Retried, because transactions of other databases of the cluster delay sealing, too.
  await expect.poll(sealedLast).toMatchObject({ events: 1, is_unproven: false });
  const last = await sealedLast();
  const isUnproven = {
    intact: false,
    first_fault: expect.stringMatching(/^Unproven: .* nothing proves who wrote it/),
  };
  const sealedLater = parseHead(headOf({ ...last, id: String(last.id) }));
  expect(await verifyAuditTrail({ database, keys: [key] })).toMatchObject(isUnproven);
  expect(await verifyAuditTrail({ database, keys: [key] }, sealedLater)).toMatchObject(isUnproven);
  const { code, output, errors } = await runCommand('audit', ['verify'], environmentThere);
  expect([code, `${output}${errors}`]).toEqual([1, expect.stringMatching(/Unproven: /)]);

  await database.pool.query('ALTER TABLE audit_seals DISABLE TRIGGER USER');
  await database.pool.query('UPDATE audit_seals SET is_unproven = false');
  expect(await verifyAuditTrail({ database, keys: [key] })).toMatchObject({
    first_fault: expect.stringMatching(/was changed/),
  });
});

it('marks an unproven backup also if its trail was emptied', async () => {
  const source = await emptyDatabase();
  const path = join(folder, 'emptied');
  await backUpTo(path, source.url);
  const database = await emptyDatabase();
  await runCommand('restore', [path, '--unproven'], { ...environment, DATABASE_URL: database.url });
  expect(await verifyAuditTrail({ database, keys: [key] })).toMatchObject({
    intact: false,
    first_fault: expect.stringMatching(/^Unproven: /),
  });
});
