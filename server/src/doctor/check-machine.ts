import type { Config, S3Config } from '#platform/config/config.ts';
import { misspeltNames } from '#platform/config/misspelt-names.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { localResourcesWarning } from '#platform/process/local-resources.ts';
import { readSecret } from '#platform/process/secret.ts';
import type { ProductDatabase } from './check-database.ts';
import { failed, type Finding, findingsOr, ok, warning } from './finding.ts';
import { diskSpace, freeDiskSpace } from '#platform/process/disk-space.ts';

export interface Machine {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Like `statfs` in `node:fs/promises`, in blocks. */
  statfs: (path: string) => Promise<{ bsize: number; bavail: number }>;
  onProgress: (message: string) => void;
  migrationsFolder: string;
}

/** Variables that are no settings. */
export const checkNames = (environment: NodeJS.ProcessEnv): Finding[] =>
  misspeltNames(environment).map(({ name, setting }) =>
    warning(`${name} is not a setting. Did you mean ${setting}?`),
  );

/** Valid settings that will cause problems. */
export function checkConfiguration(config: Config, environment: NodeJS.ProcessEnv): Finding[] {
  const { isProduction, publicUrl, rateLimitScale, jwtSecret, dataDir } = config;
  const localOnlyWarning = localResourcesWarning(config);
  const isHttps = publicUrl.startsWith('https:');
  // Throws if the file is damaged.
  if (jwtSecret === undefined) readSecret(dataDir);
  return findingsOr(
    `${isProduction ? 'production' : 'not production (NODE_ENV)'}, at ${publicUrl}`,
    ...checkNames(environment),
    localOnlyWarning !== undefined && warning(localOnlyWarning),
    isProduction &&
      isLoopback(new URL(publicUrl).hostname) &&
      warning(
        `PUBLIC_URL is ${environment['PUBLIC_URL'] || 'unset'}: links in emails work on this machine only. Set it to the URL that users open.`,
      ),
    isHttps &&
      config.s3?.publicEndpoint.startsWith('http:') &&
      warning(`${publicEndpointName(config.s3)} is http and PUBLIC_URL https: browsers block the images.`),
    isHttps &&
      config.trustProxy.length === 0 &&
      warning(
        'TRUST_PROXY is unset: all clients behind the proxy share the rate limits of one IP address. Set the CIDR of the proxy.',
      ),
    rateLimitScale !== 1 &&
      warning(`RATE_LIMIT_SCALE is ${rateLimitScale}, which is for load tests. Remove it in production.`),
  );
}

/** The setting of the URL at which browsers find the store. */
export const publicEndpointName = ({ endpoint, publicEndpoint }: S3Config): string =>
  publicEndpoint === endpoint ? 'S3_ENDPOINT' : 'S3_PUBLIC_ENDPOINT';

const clockWarnMs = 2_000;
const clockFailMs = 30_000;

/** Sessions, links and records use the clock of the database. Signed image URLs use the clock of this machine. */
export async function checkClock({ now }: Machine, { database }: ProductDatabase): Promise<Finding> {
  const before = now();
  const databaseMs = (await readClock(database)).getTime();
  const offsetMs = Math.max(before - databaseMs, databaseMs - now());
  if (offsetMs <= clockWarnMs) return ok('agrees with the database');
  const seconds = Math.round(offsetMs / 1_000);
  const text = `is ${seconds} s off the database's: the dates of emails and the URLs of images are wrong. Synchronize both with NTP.`;
  return offsetMs > clockFailMs ? failed(text) : warning(text);
}

export async function checkDisk({ dataDir }: Config, { statfs }: Machine): Promise<Finding> {
  const folder = nearestFolder(dataDir);
  const freeMib = await freeDiskSpace(folder, statfs);
  const text = `${folder} has ${freeMib} MiB free. Free some space, or move DATA_DIR to a larger disk.`;
  if (freeMib < diskSpace.failBelowMib) return failed(text);
  return freeMib < diskSpace.warnBelowMib ? warning(text) : ok(`${folder} has enough space`);
}
