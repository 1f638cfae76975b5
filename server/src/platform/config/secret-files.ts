import { invisibleCharacter } from 'contract/fields.ts';
import { readFileSync, statSync } from 'node:fs';

/** The secrets that a file can contain: the variable `NAME_FILE` then names the file, as for the secrets of Compose. */
export const secretNames = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PASSWORD',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
] as const;

export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

const utf8 = new TextDecoder('utf-8', { fatal: true });
const byteOrderMark = '\uFEFF';

/**
 * The environment with the secrets of the named files. A byte order mark and one line end at the end of a file are no
 * part of its secret, and an empty file counts as not set, like an empty variable. The faults are sentences without a
 * secret, and each begins with the name of a variable.
 */
export function readSecretFiles(environment: NodeJS.ProcessEnv) {
  const complete = { ...environment };
  const faults = secretNames.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) return [];
    if (environment[name]) return [`${name} and ${name}_FILE are both set. Set one of them.`];
    const secret = readSecret(file);
    if ('fault' in secret) return [`${name}_FILE names ${file}, which ${secret.fault}.`];
    complete[name] = secret.text;
    return [];
  });
  return { environment: complete, faults };
}

function readSecret(file: string): { text: string } | { fault: string } {
  let bytes: Buffer;
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(file).isFile()) return { fault: 'is not a regular file' };
    bytes = readFileSync(file);
  } catch (error) {
    const { code = 'no code' } = error as NodeJS.ErrnoException;
    return { fault: `cannot be read (${code})` };
  }
  let decoded: string;
  try {
    // Without the byte order mark.
    decoded = utf8.decode(bytes);
  } catch {
    return { fault: 'is not UTF-8' };
  }
  const text = decoded.replace(/(\r\n|\n|\r)$/, '');
  if (/[\r\n]$/.test(text)) return { fault: 'has more than one line end at its end' };
  if (/\p{Cc}/u.test(text)) return { fault: 'contains a control character' };
  // Editors and web pages leave these, and no screen shows them.
  if (text.includes(byteOrderMark)) return { fault: 'contains a byte order mark after its beginning' };
  if (invisibleCharacter.test(text)) return { fault: 'contains an invisible character' };
  if (/[\p{Zl}\p{Zp}]/u.test(text)) return { fault: 'contains a line separator' };
  if (text !== text.trim()) return { fault: 'begins or ends with white space' };
  return { text };
}
