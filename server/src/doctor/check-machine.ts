import { type Config, type S3Config, variableNames } from '#platform/config/config.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { localResourcesWarning } from '#platform/process/local-resources.ts';
import { readSecret } from '#platform/process/secret.ts';
import { diskSpace, freeDiskSpace } from '#platform/process/disk-space.ts';
import { secretFileNames } from '#platform/config/secret-files.ts';
import type { ProductDatabase } from './check-database.ts';
import { failed, type Finding, findingsOr, ok, warning } from './finding.ts';

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

/** How many letters may differ: the more, the longer the name is. */
const maxDistance = (name: string) => Math.max(1, Math.floor(name.length / 4));

/** The variables of the environment that are no settings, but look like one that is not set. */
function misspeltNames(environment: NodeJS.ProcessEnv): { name: string; setting: string }[] {
  const unset = variableNames.filter((name) => !environment[name]);
  return Object.keys(environment).flatMap((name) => {
    if (variableNames.includes(name) || secretFileNames.includes(name)) return [];
    const setting = unset.find((other) => distance(name.toUpperCase(), other) <= maxDistance(other));
    return setting === undefined ? [] : [{ name, setting }];
  });
}

/** The optimal string alignment distance: letters that are missing, too many, wrong, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (values: readonly number[] | undefined, index: number) => values?.[index] ?? Infinity;
