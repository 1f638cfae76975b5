import { type Client, escapeIdentifier } from 'pg';
import { rootCause, StartError } from '#platform/process/start-error.ts';

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
  const text = `${nameOf(url)} ${failure}: ${rootCause(cause)}${grantAdvice({ user, database }, cause)}`;
  return new StartError(text.replace(/\s+/g, ' '), { cause });
}

const insufficientPrivilege = '42501';

/** What to run for a right that the role lacks, as a sentence after the message. Empty for other errors. */
export function grantAdvice(
  { user = '', database = '' }: Partial<Pick<Client, 'user' | 'database'>>,
  error: unknown,
): string {
  const { code, message } = error as { code?: string; message: string };
  if (code !== insufficientPrivilege) return '';
  const role = escapeIdentifier(user);
  if (message.startsWith('must be owner')) return `. Make ${role} its owner: ALTER … OWNER TO ${role}.`;
  const name = escapeIdentifier(database);
  return (
    `. Run as the owner of the database: GRANT CREATE ON DATABASE ${name} TO ${role}; ` +
    `GRANT USAGE, CREATE ON SCHEMA public TO ${role}.`
  );
}
