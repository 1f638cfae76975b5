import { PrismaPg } from '@prisma/adapter-pg';
import { type DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils';
import { DatabaseError, Pool, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import { type Channels, openChannels } from './channels.ts';
import { type CancellableQuery, createCancellableQuery } from './cancellable-query.ts';
import { createTimeoutSocket } from './timeout-socket.ts';
import { joinTransactions } from './joined-transactions.ts';
import { limitTransactionsPerUser } from './user-transactions.ts';

export type Transaction = Prisma.TransactionClient;

/** One pool per process. Prisma and hand-written SQL share its connections. */
export interface Database {
  prisma: PrismaClient;
  pool: Pool;
  queryCancellable: CancellableQuery;
  /** Behind a transaction pooler each statement may run in another session, where no statement is prepared. */
  isPooled: boolean;
  /** Notifications from other processes. */
  subscribe: Channels['subscribe'];
  close: () => Promise<void>;
}

export interface HasDatabase {
  database: Database;
}

export const poolSize = 10;
/** The limit of a statement. The request then gets a 503. */
export const statementTimeoutMs = 15_000;
/** The limit for an unreachable database. Longer than the statement timeout, which ends the statement on the server. */
const trafficTimeoutMs = statementTimeoutMs + 1_000;
/** The limit for a free or new connection. */
const defaultConnectTimeoutMs = 3_000;
const idleTimeoutMs = 10_000;
/** Limits the age of a connection, so that none stays with a server that no longer has the database. */
export const connectionLifeSeconds = 300;
const pingTimeoutMs = 3_000;
const batchRows = 1_000;

/**
 * Behind a transaction pooler only the timeout of the socket limits statements. PgBouncer would refuse
 * `statement_timeout` as a session setting, or it would affect other clients. `directUrl` bypasses the pooler.
 */
export function openDatabase(
  url: string,
  { isPooled = false, directUrl = url, connectTimeoutMs = defaultConnectTimeoutMs } = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: connectionLifeSeconds,
    stream: () => createTimeoutSocket(trafficTimeoutMs),
    ...(!isPooled && { statement_timeout: statementTimeoutMs }),
    application_name: 'declassified',
    // Prisma sends and reads times without their zone, as UTC. A transaction pooler passes this setting on.
    onConnect: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  });
  // An idle connection that the server closes is replaced at the next query. Without a listener it would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const client = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
  const prisma = joinTransactions(limitTransactionsPerUser(repeatConflicts(client)));
  const queryCancellable = createCancellableQuery(pool, isPooled);
  const channels = openChannels(directUrl);
  return {
    prisma,
    pool,
    queryCancellable: (signal, query) => repeatOnce(() => queryCancellable(signal, query)),
    isPooled,
    subscribe: channels.subscribe,
    close: async () => {
      await channels.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** The text that is prepared under each name. */
const preparedTexts = new Map<string, string>();

/**
 * Parsed and planned once per connection, if there is no pooler. A name belongs to its first text: the driver would refuse
 * another one on the same connection, so that runs unprepared.
 */
export async function queryPrepared<Row extends QueryResultRow>(
  { pool, isPooled }: Database,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<QueryResult<Row>> {
  const isPrepared = !isPooled && preparedText(name, text) === text;
  return repeatOnce(() => pool.query<Row>(isPrepared ? { name, text, values } : { text, values }));
}

function preparedText(name: string, text: string): string {
  const known = preparedTexts.get(name);
  if (known === undefined) preparedTexts.set(name, text);
  return known ?? text;
}

/** Runs the work once more after a conflict. Everything that it wrote has been rolled back. */
async function repeatOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isConflict(error)) throw error;
    return work();
  }
}

/** Returns a client whose transactions run once more after a conflict, so they may only use the database. */
function repeatConflicts(client: PrismaClient): PrismaClient {
  const transact = client.$transaction.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const $transaction = (...args: unknown[]) => repeatOnce(() => transact(...args));
  return client.$extends({ client: { $transaction } }) as unknown as PrismaClient;
}

/** Limits how long each statement holds its locks. `deleteRows` resolves to the deleted rows. */
export async function deleteInBatches(deleteRows: (limit: number) => Promise<unknown[]>): Promise<void> {
  while ((await deleteRows(batchRows)).length > 0);
}

/** `readOnly`: requests that only read are served. */
export async function pingDatabase({ pool }: Database): Promise<'ok' | 'readOnly' | 'unavailable'> {
  const ping: QueryConfig & { query_timeout: number } = {
    text: "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only",
    query_timeout: pingTimeoutMs,
  };
  try {
    const { rows } = await pool.query<{ is_read_only: boolean }>(ping);
    return rows[0]?.is_read_only ? 'readOnly' : 'ok';
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'unavailable';
    throw error;
  }
}

/** PostgreSQL ended a transaction because of another one, such as a migration that changes the same tables. */
const conflictCodes = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: the lock timeout
]);

export function isConflict(error: unknown): boolean {
  return conflictCodes.has(sqlState(error) ?? '');
}

/** Codes of temporary failures: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unavailableCodes = new Set([
  ...conflictCodes,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN', // the name of a container that is stopped
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  '08000', // connection_exception
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  '25006', // read_only_sql_transaction: a standby that is not the new primary yet
  '53100', // disk_full
  '53300', // too_many_connections
  '57014', // query_canceled: the statement timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  'P1001', // Prisma: can't reach the server
  'P1002', // Prisma: timed out
  'P1017', // Prisma: the server closed the connection
  'P2028', // Prisma: no connection for a transaction in time, or one that took too long
  'DatabaseNotReachable', // and the kinds of Prisma's adapter, which has no codes for these
  'ConnectionClosed',
  'SocketTimeout',
]);

/** Errors of the driver itself have no code, only these messages. */
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
];

/** Whether a failure is temporary, which gives a 503 instead of a 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const codes = [codeOf(error), sqlState(error), adapterCause(error)?.kind];
  if (codes.some((code) => code !== undefined && unavailableCodes.has(code))) return true;
  if (unavailableMessages.some((text) => error.message.includes(text))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(error.cause);
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** The unique index that refused a statement, or undefined for other failures. */
export function violatedIndex(error: unknown): string | undefined {
  if (!isUniqueViolation(error)) return undefined;
  const cause = adapterCause(error);
  if (cause?.kind === 'UniqueConstraintViolation' && cause.constraint && 'index' in cause.constraint)
    return cause.constraint.index;
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** Prisma's failure of an `update`, `delete` or `findUniqueOrThrow` that finds no row. */
export function isMissingRow(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** What the database says, without what Prisma writes around it. Undefined for errors of others. */
export const databaseMessage = (error: unknown): string | undefined => adapterCause(error)?.originalMessage;

/** The adapter's form of the driver's error. The adapter's error is not wrapped if a COMMIT failed. */
function adapterCause(error: unknown): DriverAdapterError['cause'] | undefined {
  const adapterError =
    error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.['driverAdapterError'] : error;
  return adapterError instanceof Error && isDriverAdapterError(adapterError) ? adapterError.cause : undefined;
}

function sqlState(error: unknown): string | undefined {
  return adapterCause(error)?.originalCode ?? codeOf(error);
}

/** The code of the driver, of Prisma, or of Node. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
