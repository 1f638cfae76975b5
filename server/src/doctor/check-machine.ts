import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '#config.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { isLoopback } from '#platform/addresses.ts';
import { readSecret } from '#platform/process/secret.ts';
import { failed, type Finding, findingsOr, messageOf, ok, skipped, warning } from './finding.ts';

export interface Machine {
  /** Milliseconds since 1970. */
  now: () => number;
  /** As in `node:fs/promises`: in blocks. */
  statfs: (path: string) => Promise<{ bsize: number; bavail: number }>;
  onProgress: (message: string) => void;
  migrationsFolder: string;
}

/** Valid settings that will cause trouble. */
export function checkConfiguration(config: Config): Finding[] {
  const { isProduction, publicUrl, rateLimitScale, databaseUrl, jwtSecret, dataDir } = config;
  const isPublic = !isLoopback(new URL(publicUrl).hostname);
  const isHttps = publicUrl.startsWith('https:');
  // Throws if it is damaged.
  if (jwtSecret === undefined) readSecret(dataDir);
  return findingsOr(
    `${isProduction ? 'production' : 'no production (NODE_ENV)'}, at ${publicUrl}`,
    config.port === 0 && failed('PORT must be a port number from 1 to 65535.'),
    jwtSecret === undefined &&
      databaseUrl !== undefined &&
      warning(
        `JWT_SECRET is unset: it is kept in ${dataDir}, and a process elsewhere would make another. Set it.`,
      ),
    isProduction &&
      !isPublic &&
      warning(
        `PUBLIC_URL is ${publicUrl}: links in e-mails lead nowhere. Set it to the address that people type.`,
      ),
    isHttps &&
      config.s3?.publicEndpoint.startsWith('http:') &&
      warning('S3_PUBLIC_ENDPOINT (or S3_ENDPOINT) is http and PUBLIC_URL https: browsers block the images.'),
    isHttps &&
      config.trustProxy.length === 0 &&
      warning('TRUST_PROXY is empty: all who come through the proxy share its rate limits. Set its CIDR.'),
    rateLimitScale !== 1 &&
      warning(`RATE_LIMIT_SCALE is ${rateLimitScale}, which is for load tests. Leave it out for people.`),
  );
}

const clockWarnMs = 2_000;
const clockFailMs = 30_000;

/** Sessions, links and records use the database's clock; signed image URLs use this machine's. */
export async function checkClock({ now }: Machine, database: Database | undefined): Promise<Finding[]> {
  if (!database) return [skipped('needs the database')];
  const before = now();
  const there = (await readClock(database)).getTime();
  const offsetMs = Math.max(before - there, there - now());
  if (offsetMs <= clockWarnMs) return [ok('agrees with the database')];
  const seconds = Math.round(offsetMs / 1_000);
  const text = `is ${seconds} s off the database's: mails' dates and images' addresses are wrong. Set both by NTP.`;
  return [offsetMs > clockFailMs ? failed(text) : warning(text)];
}

const mebibyte = 2 ** 20;

interface Place {
  name: string;
  folder: string;
  warnBelowMib: number;
  failBelowMib: number;
}

export async function checkDisk({ dataDir }: Config, { statfs }: Machine): Promise<Finding[]> {
  const places: Place[] = [
    { name: 'DATA_DIR', folder: nearestFolder(dataDir), warnBelowMib: 1_024, failBelowMib: 64 },
    // Small short-lived files, often in memory.
    { name: 'the temporary folder', folder: tmpdir(), warnBelowMib: 16, failBelowMib: 1 },
  ];
  const findings = await Promise.all(
    places.map(async ({ name, folder, warnBelowMib, failBelowMib }) => {
      const { bsize, bavail } = await statfs(folder);
      const freeMib = Math.floor((bsize * bavail) / mebibyte);
      const text = `${name} (${folder}) has ${freeMib} MiB free. Make room, or move it to a larger disk.`;
      if (freeMib < failBelowMib) return failed(text);
      return freeMib < warnBelowMib ? warning(text) : undefined;
    }),
  );
  return findingsOr('has room', ...findings);
}

/** Checks a folder under DATA_DIR, or its nearest existing parent. */
export async function checkFolder(dataDir: string, name: string): Promise<Finding> {
  const folder = nearestFolder(join(dataDir, name));
  try {
    // The trailing separator rejects a file of that name.
    await access(join(folder, '/'), constants.W_OK | constants.X_OK);
    return ok(`a folder under ${dataDir}`);
  } catch (error) {
    return failed(`${folder} cannot be written (${messageOf(error)}). Mend it, or set DATA_DIR to another.`);
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
