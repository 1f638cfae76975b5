import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type FileOwner, type PostgresPrograms, runProgram } from './embedded-postgres-programs.ts';
import { makeFolder } from '#platform/files/folders.ts';
import { StartError } from '#platform/process/start-error.ts';

/** The name of the app's role and of its database. */
export const appName = 'declassified';

/** The folder `postgres` under the data folder. */
export interface Cluster {
  /** Absolute, without symbolic links, as PostgreSQL reports it. */
  folder: string;
  appPassword: string;
}

const folders = (dataDir: string) => {
  const root = join(dataDir, 'postgres');
  return { root, cluster: join(root, 'cluster'), password: join(root, 'app-password') };
};

/** Undefined before the first start. */
export function readCluster(dataDir: string): Cluster | undefined {
  const { cluster, password } = folders(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) return undefined;
  return { folder: realpathSync(cluster), appPassword: readFileSync(password, 'utf8') };
}

/** Created under another name and renamed, so that a cluster is never partial. */
export async function createCluster(
  dataDir: string,
  programs: PostgresPrograms,
  disposable: boolean,
): Promise<Cluster> {
  removeUnfinished(dataDir);
  const unfinished = join(dataDir, `${unfinishedPrefix}${randomUUID()}`);
  const cluster = join(unfinished, 'cluster');
  const appPassword = randomBytes(24).toString('base64url');
  makeTraversableFolder(unfinished, programs.owner);
  mkdirSync(cluster, { mode: 0o700 });
  if (programs.owner) chownSync(cluster, programs.owner.uid, programs.owner.gid);
  writeFileSync(join(unfinished, 'app-password'), appPassword, { mode: 0o600 });

  await runProgram(programs, programs.initdb, [
    `--pgdata=${cluster}`,
    '--username=postgres',
    // The superuser can connect only in single-user mode, below.
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ]);
  writeFileSync(join(cluster, 'pg_hba.conf'), `host all ${appName} 127.0.0.1/32 scram-sha-256\n`);
  const settings = ['-c', 'exit_on_error=on', ...disposableSettings(true)];
  const singleUser = ['--single', '-D', cluster, ...settings, 'postgres'];
  await runProgram(programs, programs.postgres, singleUser, setUpCommands(appPassword, disposable));
  // One sync covers everything that the previous steps wrote.
  if (!disposable) await runProgram(programs, programs.initdb, ['--sync-only', `--pgdata=${cluster}`]);
  renameSync(unfinished, folders(dataDir).root);
  return { folder: realpathSync(folders(dataDir).cluster), appPassword };
}

/**
 * Server arguments. `full_page_writes` and `fsync` protect against power loss, not against a killed process. Tests run
 * in parallel, each with its own pools. Autovacuum is off for them, because its worker belongs to the superuser and
 * would prevent the app's role from dropping a database with force.
 */
export function disposableSettings(disposable: boolean): string[] {
  if (!disposable) return [];
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
    'max_connections=400',
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

export function checkVersion({ folder }: Cluster, { majorVersion }: PostgresPrograms): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (found === majorVersion) return;
  throw new StartError(
    `${folder} was made by PostgreSQL ${found}, and this version runs ${majorVersion}. ` +
      'Run `npm run backup -- FILE` with the version of Declassified that made it. Then put a copy of its secret into ' +
      'another DATA_DIR, and run `npm run restore -- FILE` with this version there.',
  );
}

/** Undefined before the first start, or if root owns the files of the cluster. */
export function clusterOwner(dataDir: string): FileOwner | undefined {
  const { uid, gid } = statSync(folders(dataDir).cluster, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? undefined : { uid, gid };
}

/** Makes a folder that the owner of the cluster, if that is another user, can traverse but not list. */
export function makeTraversableFolder(folder: string, owner: FileOwner | undefined): void {
  makeFolder(folder);
  chmodSync(folder, owner ? 0o711 : 0o700);
}

const unfinishedPrefix = 'postgres.new-';

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(unfinishedPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/** Single-user mode takes one command per line. The owner of a database may create its trusted extensions. */
function setUpCommands(appPassword: string, disposable: boolean): string {
  return [
    // Slow hashes protect passwords that can be guessed. Here they would only delay each connection.
    'SET scram_iterations = 1',
    `CREATE ROLE ${appName} LOGIN ${disposable ? 'CREATEDB ' : ''}PASSWORD '${appPassword}'`,
    `CREATE DATABASE ${appName} OWNER ${appName}`,
    '',
  ].join('\n');
}
