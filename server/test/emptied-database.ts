import type { Client } from 'pg';

/** What a database was when it was cloned, which emptying it restores. */
export interface InitialState {
  schema: string;
  /** The rows of the tables that have some, as JSON. */
  content: [table: string, rows: string][];
  /** The statement that sets all sequences. */
  sequences: string;
}

const namespaces = `nspname IN ('public', 'graphile_worker')`;

/** Changes with each table, column, index, constraint, function and trigger, and with the right to create them. */
const schemaDigest = `
  SELECT md5(string_agg(part, ' ' ORDER BY part)) AS digest FROM (
    SELECT concat(attrelid::regclass, attname, atttypid, attnotnull) FROM pg_attribute
      JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE ${namespaces}
    UNION ALL SELECT concat(tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat(conrelid::regclass, conname) FROM pg_constraint
      JOIN pg_namespace ON pg_namespace.oid = connamespace WHERE ${namespaces}
    UNION ALL SELECT concat(proname, prosrc) FROM pg_proc
      JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE ${namespaces}
    UNION ALL SELECT concat(nspname, nspacl) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
  ) AS parts (part)`;

const tablesWhere = (condition: string) => `
  SELECT format('%I.%I', nspname, relname) AS name FROM pg_class
  JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE ${namespaces} AND relkind = 'r' AND ${condition} ORDER BY 1`;

const hasTriggers = 'EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal)';

const sequenceValues = `
  SELECT concat('SELECT ', string_agg(format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value IS NOT NULL), ', ')) AS statement FROM pg_sequences`;

async function read(client: Client, query: string): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' });
  return rows.map(([value = '']) => value);
}

async function tablesWithRows(client: Client): Promise<string[]> {
  const tables = await read(client, tablesWhere('true'));
  return read(
    client,
    tables.map((name) => `SELECT '${name}' WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL '),
  );
}

export async function readInitialState(client: Client): Promise<InitialState> {
  const [schema = ''] = await read(client, schemaDigest);
  const [sequences = ''] = await read(client, sequenceValues);
  const content: InitialState['content'] = [];
  for (const table of await tablesWithRows(client)) {
    const [rows = ''] = await read(client, `SELECT json_agg(t)::text FROM ${table} AS t`);
    content.push([table, rows]);
  }
  return { schema, sequences, content };
}

const persistentName = 'declassified-tests';

/** The URL for connections that stay open when the database is emptied, unless they are in use. */
export function persistentUrl(url: URL): string {
  const named = new URL(url);
  named.searchParams.set('application_name', persistentName);
  return named.href;
}

/** Makes the database what it was. Resolves to false if its schema has changed. */
export async function emptyDatabase(client: Client, initial: InitialState): Promise<boolean> {
  // A process that was killed may still hold locks.
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
       AND (application_name <> $1 OR state <> 'idle')`,
    [persistentName],
  );
  const [schema] = await read(client, schemaDigest);
  if (schema !== initial.schema) return false;
  const filled = await tablesWithRows(client);
  const guarded = await read(client, tablesWhere(hasTriggers));
  const triggers = (state: string) =>
    guarded.map((name) => `ALTER TABLE ${name} ${state} TRIGGER USER;`).join(' ');
  await client.query(`BEGIN; ${triggers('DISABLE')} TRUNCATE ${filled.join(', ')} CASCADE`);
  for (const [table, rows] of initial.content) {
    await client.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [rows],
    );
  }
  await client.query(`${initial.sequences}; ${triggers('ENABLE')} COMMIT`);
  return true;
}
