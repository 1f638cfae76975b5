import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { runDoctor } from '#doctor/doctor.ts';
import type { Machine } from '#doctor/machine.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { startS3, type TestS3 } from '#test/s3.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';

export interface TestPatient {
  /** Where its folders would lie; empty. */
  folder: string;
  database: TestDatabase;
  s3: TestS3;
  smtp: TestSmtpServer;
}

export interface Examination {
  lines: string[];
  isWell: boolean;
}

const account = { user: 'mailer', password: 'canary/smtp@password' };
const jwtSecret = 'canary-jwt-secret-canary-jwt-secret-canary';
const adminPassword = 'canary admin password';
/** What the tests write where a password belongs. */
export const wrongPassword = 'hunter2';

export const machine: Machine = {
  now: Date.now,
  statfs: async () => space(),
  addresses: () => ['127.0.0.1', '172.18.0.5', '::1', 'fe80::42%eth0'],
  onProgress: () => {},
  migrationsFolder: fileURLToPath(new URL('../../prisma/migrations', import.meta.url)),
};

export function space(freeBytes = 2 ** 40, ffree = 1_000_000) {
  return { bsize: 4096, bavail: freeBytes / 4096, files: 2_000_000, ffree };
}

/** A set-up in which all is well, with servers of its own; started and stopped with the test file. */
export function usePatient(): TestPatient {
  const patient = {} as TestPatient;
  beforeAll(async () => {
    patient.folder = mkdtempSync(join(tmpdir(), 'declassified doctor '));
    patient.database = await createTestDatabase();
    await patient.database.pool.query(`
      INSERT INTO users (id, username, email, password_hash, is_superuser, is_staff)
      VALUES (gen_random_uuid(), 'root', 'root@example.org', 'x', true, true)`);
    patient.s3 = await startS3();
    patient.s3.buckets.set(patient.s3.options.bucket, new Map());
    patient.smtp = await startSmtpServer({ account, startTls: true });
    // The first time it loads what it asks with: on a slow machine for longer than it waits for answers.
    await runDoctor(environmentOf(patient), machine, () => {});
  });
  afterEach(() => {
    patient.s3.mood = 'serve';
    patient.s3.denied = [];
  });
  afterAll(async () => {
    await Promise.all([patient.database.close(), patient.s3.stop(), patient.smtp.stop()]);
    rmSync(patient.folder, { recursive: true });
  });
  return patient;
}

export function environmentOf({ folder, database, s3, smtp }: TestPatient): NodeJS.ProcessEnv {
  const credentials = `${account.user}:${encodeURIComponent(account.password)}`;
  return {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: jwtSecret,
    SMTP_URL: `smtp://${credentials}@127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'no-reply@declassified.test',
    S3_ENDPOINT: s3.options.endpoint,
    S3_PUBLIC_ENDPOINT: s3.options.publicEndpoint,
    S3_REGION: s3.options.region,
    S3_BUCKET: s3.options.bucket,
    S3_ACCESS_KEY_ID: s3.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
    ADMIN_PASSWORD: adminPassword,
  };
}

/** The patient with differences. Fails where a line shows a secret or is not one line. */
export async function examine(
  patient: TestPatient,
  variables: NodeJS.ProcessEnv = {},
  differences: Partial<Machine> = {},
): Promise<Examination> {
  const lines: string[] = [];
  const environment = { ...environmentOf(patient), ...variables };
  const isWell = await runDoctor(environment, { ...machine, ...differences }, (line) => lines.push(line));
  const { password } = new URL(patient.database.url);
  const { secretAccessKey } = patient.s3.options;
  const smtpPasswords = [account.password, encodeURIComponent(account.password)];
  for (const secret of [
    ...smtpPasswords,
    password,
    secretAccessKey,
    jwtSecret,
    adminPassword,
    wrongPassword,
  ]) {
    if (secret !== '') expect(lines.join('\n')).not.toContain(secret);
  }
  expect(lines.filter((line) => !/^(ok|warning|FAILED|skipped) +[a-z]+ +\S[^\n]*$/.test(line))).toEqual([]);
  return { lines, isWell };
}

/** The lines of one check at one level. */
export const about = ({ lines }: Examination, level: string, check: string) =>
  lines.filter((line) => line.startsWith(`${level} `) && line.includes(` ${check} `)).join('\n');

/** The lines of the one check that fails, and with it the examination. */
export async function failureOf(
  patient: TestPatient,
  check: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const examination = await examine(patient, variables);
  expect(examination.isWell).toBe(false);
  return about(examination, 'FAILED', check);
}

export async function warningOf(
  patient: TestPatient,
  check: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  return about(await examine(patient, variables), 'warning', check);
}
