import { type Client, escapeIdentifier } from 'pg';
import { rootCause, StartError } from '#platform/process/start-error.ts';
import { databaseMessage } from './database.ts';

/** The host, port and path of the URL, for messages. */
export function withoutPassword(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

export const nameOf = (url: string) =>
  `The database ${withoutPassword(url)} (DATABASE_URL, or DATABASE_DIRECT_URL if it is set)`;

/** A message of one line: the database without its password, the failure and its cause. */
export function databaseStartError(url: string, failure: string, cause: unknown): StartError {
  const { username, pathname } = new URL(url);
  const [user, database] = [username, pathname.slice(1)].map(decodeURIComponent);
  const reason = reasonOf(cause);
  return new StartError(`${nameOf(url)} ${failure}: ${reason}${startAdvice({ user, database }, cause)}`, {
    cause,
  });
}

/** One line for any error: what the database says, or else the innermost cause, without the source text that Prisma adds. */
export function reasonOf(error: unknown): string {
  const text = databaseMessage(error) ?? rootCause(error);
  const paragraphs = text.startsWith('PrismaClient') ? text.trim().split(/\n\s*\n/) : [text];
  return (paragraphs.at(-1) ?? '').replace(/^\w*error: /i, '').replace(/\s+/g, ' ');
}

type Names = Partial<Pick<Client, 'user' | 'database'>>;

/** What to do about what the database refuses, as a sentence after the message. Empty for other errors. */
export function startAdvice({ user = '', database = '' }: Names, error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  const role = escapeIdentifier(user);
  const name = escapeIdentifier(database);
  switch (code) {
    // insufficient_privilege
    case '42501':
      return privilegeAdvice(role, name, message);
    // read_only_sql_transaction
    case '25006':
      return `. It is a standby, and DATABASE_URL must be that of the primary, or ${readOnlyAdvice(name)}`;
    // invalid_schema_name
    case '3F000':
      return `. No schema of search_path exists, or ${role} may not use it: ${schemaAdvice(role)}`;
    default:
      return '';
  }
}

function privilegeAdvice(role: string, name: string, message: string): string {
  const [, schema = 'public'] = /^permission denied for schema (.+)$/.exec(message) ?? [];
  // The app makes it, so that a role without rights in it is not the one that made the tables.
  const isOfAnotherOwner = schema === 'graphile_worker';
  if (!isOfAnotherOwner && /^permission denied (for (schema|database)|to create extension) /.test(message)) {
    return (
      `. Run as the owner of the database: GRANT CREATE ON DATABASE ${name} TO ${role}; ` +
      `GRANT USAGE, CREATE ON SCHEMA ${escapeIdentifier(schema)} TO ${role}.`
    );
  }
  return /^(must be owner of|permission denied for) /.test(message)
    ? `. Make ${role} the owner of every table of the app, and of the schema graphile_worker: ${ownerAdvice(role)}`
    : '';
}

/** The role and the database as PostgreSQL quotes them. */
export const ownerAdvice = (role: string): string =>
  `ALTER TABLE … OWNER TO ${role}; ALTER SCHEMA … OWNER TO ${role}.`;

export const readOnlyAdvice = (database: string): string =>
  'default_transaction_read_only is on. Some providers set it when the disk is full: then make room first. ' +
  `Run ALTER DATABASE ${database} RESET default_transaction_read_only. The role, the server or the URL may set it as well.`;

export const schemaAdvice = (role: string): string =>
  `Run CREATE SCHEMA … AUTHORIZATION ${role}, or correct search_path where the role, the database or the URL sets it.`;
