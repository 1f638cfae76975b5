/** Looks at every row and index of an embedded PostgreSQL that is not running. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { clusterOwner, readCluster } from 'server/src/platform/database/embedded-postgres-cluster.ts';
import { defaultOwner, findPrograms } from 'server/src/platform/database/embedded-postgres-programs.ts';

/** In single-user mode, one statement a line: the cluster's superuser has no other way in. */
const statements = [
  'CREATE EXTENSION amcheck',
  `SELECT 'broken row' AS fault, c.relname, v.blkno, v.offnum, v.msg FROM pg_class c, verify_heapam(c.oid, check_toast => c.relkind = 'r') v WHERE c.relkind IN ('r', 'm', 't') AND c.relpersistence = 'p'`,
  `SELECT count(bt_index_check(c.oid, true)) AS indexes FROM pg_class c JOIN pg_am ON pg_am.oid = c.relam AND amname = 'btree' JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid WHERE c.relkind = 'i' AND c.relpersistence = 'p'`,
];

export interface ClusterState {
  faults: string[];
  indexes: number;
}

/** PostgreSQL's own check (amcheck): rows against their tables, indexes against the rows. */
export async function checkCluster(dataDir: string): Promise<ClusterState> {
  const cluster = readCluster(dataDir);
  if (!cluster) throw new Error(`There is no cluster in ${dataDir}.`);
  const programs = findPrograms(dataDir, defaultOwner() && (clusterOwner(dataDir) ?? defaultOwner()));
  const [command, ...args] = programs.commandLine(programs.postgres, [
    '--single',
    '-D',
    cluster.folder,
    'declassified',
  ]);
  const child = spawn(command, args, { stdio: 'pipe' });
  child.stdin.end(`${statements.join('\n')}\n`);
  const [shown, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [, indexes] = /indexes = "(\d+)"/.exec(shown) ?? [];
  return {
    faults: [
      ...said.split('\n').filter((line) => /ERROR|PANIC|FATAL/.test(line)),
      ...shown.split('\n').filter((line) => line.includes('broken row')),
    ],
    indexes: Number(indexes ?? 0),
  };
}
