import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { migrationsFolder } from '#root-folders.ts';
import type { Machine } from '#doctor/check-machine.ts';
import { runDoctor } from '#doctor/doctor.ts';
import { useTestDatabase } from '#test/database.ts';
import { useFolder } from '#test/folder.ts';
import { startS3, type TestS3 } from '#test/s3.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';

export const account = { user: 'mailer', password: 'canary/smtp@password' };
export const secrets = {
  jwt: 'canary-jwt-secret-canary-jwt-secret-canary',
  admin: 'canary admin password',
  /** The text that the tests use as a password. */
  wrong: 'hunter2',
};
export const statfsWith = (freeMib: number) => async () => ({ bsize: 4096, bavail: freeMib * 256 });
const machine: Machine = { now: Date.now, statfs: statfsWith(1e6), onProgress: () => {}, migrationsFolder };

/** An installation without problems, which the tests of a file change. */
export function useDoctor() {
  const folder = useFolder();
  const database = useTestDatabase();
  const servers = {} as { s3: TestS3; smtp: TestSmtpServer };
  beforeAll(async () => {
    await database.pool.query(`
      INSERT INTO users (id, username, email, password_hash, is_superuser, is_staff)
      VALUES (gen_random_uuid(), 'root', 'root@example.org', 'x', true, true)`);
    servers.s3 = await startS3();
    servers.s3.buckets.set(servers.s3.options.bucket, new Map());
    servers.smtp = await startSmtpServer({ account, startTls: true });
  });
  afterEach(() => {
    servers.s3.refusedMethods = [];
  });
  afterAll(() => Promise.all([servers.s3.stop(), servers.smtp.stop()]));

  const environment = (): NodeJS.ProcessEnv => {
    const { s3, smtp } = servers;
    return {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: secrets.jwt,
      SMTP_URL: `smtp://${account.user}:${encodeURIComponent(account.password)}@127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'no-reply@declassified.test',
      CONTACT_EMAIL: 'desk@declassified.test',
      S3_ENDPOINT: s3.options.endpoint,
      S3_PUBLIC_ENDPOINT: s3.options.publicEndpoint,
      S3_REGION: s3.options.region,
      S3_BUCKET: s3.options.bucket,
      S3_ACCESS_KEY_ID: s3.options.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
      ADMIN_PASSWORD: secrets.admin,
    };
  };

  /**
   * The report's lines for a changed installation, and whether it passes. Fails if a line contains a secret or is
   * malformed.
   */
  async function examine(
    variables: NodeJS.ProcessEnv = {},
    differences: Partial<Machine> = {},
    options: Parameters<typeof runDoctor>[3] = {},
  ) {
    const lines: string[] = [];
    const isHealthy = await runDoctor(
      { ...environment(), ...variables },
      { ...machine, ...differences },
      (line) => lines.push(line),
      options,
    );
    const ofServers = [account.password, new URL(database.url).password, servers.s3.options.secretAccessKey];
    const allSecrets = [...Object.values(secrets), ...ofServers];
    for (const secret of allSecrets.filter(Boolean)) expect(lines.join('\n')).not.toContain(secret);
    for (const line of lines) expect(line).toMatch(/^(ok|warning|FAILED|skipped) +[a-z]+ +\S[^\n]*$/);
    expect(lines.join('\n')).not.toMatch(/→|invocation|const /);
    return { lines, isHealthy };
  }

  /** Fails unless the check has a line of the level with the text, and all other checks pass. */
  async function expectLine(
    level: string,
    check: string,
    part: string,
    variables: NodeJS.ProcessEnv = {},
    differences: Partial<Machine> = {},
  ): Promise<void> {
    const { lines, isHealthy } = await examine(variables, differences);
    const found = lines.filter((line) => line.startsWith(`${level} `) && line.includes(` ${check} `));
    expect(found.join('\n')).toContain(part);
    expect(isHealthy).toBe(level !== 'FAILED');
  }

  const databaseUrlWith = (difference: Partial<URL>) => Object.assign(new URL(database.url), difference).href;

  return { folder, database, servers, environment, machine, examine, expectLine, databaseUrlWith };
}
