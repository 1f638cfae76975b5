import { Client } from 'pg';
import type { Config } from '#config.ts';
import { poolSize } from '#platform/database/database.ts';
import { oldestServerVersion, withoutPassword } from '#platform/database/migrations.ts';
import { failed, type Finding, messageOf, ok, skipped, warning } from './finding.ts';
import type { Machine } from './machine.ts';
import { openProductDatabase, type ProductDatabase } from './product-database.ts';
import { whyUnreachable } from './unreachable.ts';

export interface DatabaseDiagnosis {
  findings: Finding[];
  /** Undefined where no other check can use it. */
  product: ProductDatabase | undefined;
}

/** The pool and the one connection for LISTEN. */
const connectionsOfOneProcess = poolSize + 1;
const connectTimeoutMs = 3_000;

export async function diagnoseDatabase(config: Config, { onProgress }: Machine): Promise<DatabaseDiagnosis> {
  let product: ProductDatabase | undefined;
  try {
    product = await openProductDatabase(config, onProgress);
  } catch (error) {
    return { findings: [failed(messageOf(error))], product: undefined };
  }
  if (!product) return { findings: [skipped('the first start makes the embedded one')], product };
  const { findings, isUsable } = await examine(config, product).catch((error: unknown) => ({
    findings: [failed(whyNotUsable(error, config.databaseUrl ?? '', 'DATABASE_URL'))],
    isUsable: false,
  }));
  if (isUsable) return { findings, product };
  await product.close();
  return { findings, product: undefined };
}

export interface ServerFacts {
  version: string;
  major: number;
  encoding: string;
  is_standby: boolean;
  role: string;
  is_superuser: boolean;
  /** Where tables are made; null where the search path leads nowhere. */
  schema: string | null;
  may_create: boolean | null;
  may_make_schemas: boolean;
  has_jobs: boolean;
  free_connections: number;
}

/** `numbackends` is there for every role to see, unlike the kind of each backend. */
const factsQuery = `
  SELECT current_setting('server_version') AS version,
         current_setting('server_version_num')::int / 10000 AS major,
         current_setting('server_encoding') AS encoding,
         pg_is_in_recovery() AS is_standby,
         rolname AS role,
         rolsuper AS is_superuser,
         current_schema() AS schema,
         has_schema_privilege(current_schema(), 'CREATE') AS may_create,
         has_database_privilege(current_database(), 'CREATE') AS may_make_schemas,
         to_regnamespace('graphile_worker') IS NOT NULL AS has_jobs,
         least(
           current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0)
             - (SELECT sum(numbackends)::int FROM pg_stat_database),
           CASE WHEN rolconnlimit >= 0
             THEN rolconnlimit - (SELECT count(*)::int FROM pg_stat_activity WHERE usesysid = pg_roles.oid)
           END
         ) AS free_connections
  FROM pg_roles WHERE rolname = current_user`;

/** Which server answers, whatever the way to it. */
const identityQuery = `
  SELECT pg_postmaster_start_time()::text || ' ' || oid AS identity
  FROM pg_database WHERE datname = current_database()`;

/** A role without its rights is no reason not to look further; a server or way that is not ours is. */
async function examine(
  config: Config,
  product: ProductDatabase,
): Promise<{ findings: Finding[]; isUsable: boolean }> {
  const { pool } = product.database;
  const { rows } = await pool.query<ServerFacts>(factsQuery);
  const [facts] = rows;
  if (!facts) throw new Error('it does not know its own role');
  const begin = performance.now();
  const { rows: identities } = await pool.query<{ identity: string }>(identityQuery);
  const latencyMs = Math.max(1, Math.round(performance.now() - begin));
  const direct =
    config.databaseDirectUrl === config.databaseUrl
      ? []
      : await examineDirectWay(product.directUrl, identities[0]?.identity);
  const findings = [...judgeServer(facts), ...direct];
  if (findings.length > 0) return { findings, isUsable: isFit(facts) && direct.length === 0 };
  const place = product.isEmbedded ? 'embedded' : withoutPassword(config.databaseUrl ?? product.directUrl);
  const seen = `PostgreSQL ${facts.version}, ${place}, ${latencyMs} ms, ${facts.free_connections} connections free`;
  return { findings: [ok(seen)], isUsable: true };
}

const isFit = ({ major, encoding }: ServerFacts) => major >= oldestServerVersion && encoding === 'UTF8';

/** What is wrong with a server that answers. */
export function judgeServer(facts: ServerFacts): Finding[] {
  const { version, encoding, role, schema } = facts;
  if (facts.major < oldestServerVersion) {
    return [failed(`is PostgreSQL ${version}. Upgrade it to ${oldestServerVersion} or newer.`)];
  }
  if (encoding !== 'UTF8') {
    return [
      failed(`is in ${encoding}. Make it anew with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`),
    ];
  }
  if (facts.is_standby) {
    return [failed('is a standby and takes no writes. Let DATABASE_URL lead to the primary.')];
  }
  const findings: Finding[] = [];
  if (schema === null) {
    findings.push(
      failed(`the search path of ${role} leads to no schema. ALTER ROLE … SET search_path = public.`),
    );
  } else if (!facts.may_create && !facts.is_superuser) {
    findings.push(failed(`${role} may make no tables. GRANT CREATE ON SCHEMA ${schema} TO ${role}.`));
  }
  if (!facts.has_jobs && !facts.may_make_schemas) {
    findings.push(
      failed(`${role} may not make the schema of the jobs. GRANT CREATE ON DATABASE … TO ${role}.`),
    );
  }
  if (facts.is_superuser) {
    findings.push(
      warning(
        `${role} is a superuser: one hole in the app would open the whole server. Give the app a plain role.`,
      ),
    );
  }
  if (facts.free_connections < connectionsOfOneProcess) {
    findings.push(
      warning(
        `only ${facts.free_connections} connections are free, and one process takes up to ${connectionsOfOneProcess}. ` +
          'Raise max_connections, or put a transaction pooler before it.',
      ),
    );
  }
  return findings;
}

/** Past the pooler must be the same database, or its tables would be made elsewhere. */
async function examineDirectWay(url: string, identity: string | undefined): Promise<Finding[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(identityQuery);
    if (rows[0]?.identity === identity) return [];
    return [failed('DATABASE_DIRECT_URL leads to another database than DATABASE_URL. Correct one of them.')];
  } catch (error) {
    return [failed(whyNotUsable(error, url, 'DATABASE_DIRECT_URL'))];
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function whyNotUsable(error: unknown, url: string, variable: string): string {
  const place = url === '' ? 'the embedded database' : withoutPassword(url);
  const message = messageOf(error);
  const { code = '' } = error as { code?: string };
  const reasons: Record<string, string> = {
    '28P01': `refuses the user or its password. Check both in ${variable}.`,
    '28000': `lets this user in from nowhere here (${message}). Add a line to pg_hba.conf, or correct ${variable}.`,
    '3D000': `has no such database. Make it with CREATE DATABASE, or correct its name in ${variable}.`,
    '53300': 'has no connection left. Raise max_connections, or put a transaction pooler before it.',
    '57P03': 'is starting or stopping. Try again in a moment; if that lasts, see its log.',
  };
  const reason =
    reasons[code] ??
    whyUnreachable(withCode(error, message), variable) ??
    `cannot be used: ${message}. Check ${variable}.`;
  return `${place} ${reason}`;
}

/** The driver's own failures carry no code. */
function withCode(error: unknown, message: string): unknown {
  if (/timeout/i.test(message)) return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
  if (/terminated/i.test(message)) return Object.assign(new Error(message), { code: 'ECONNRESET' });
  return error;
}
