import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#platform/files/folders.ts';
import { StartError } from './start-error.ts';

const secretBytes = 48;

type SecretName = 'secret' | 'mailbox-token';

/**
 * Generated at the first start, and readable only by its owner. Throws `StartError` if the folder or file is unusable.
 */
export function readOrMakeSecret(dataDir: string, name: SecretName = 'secret'): string {
  const path = join(dataDir, name);
  try {
    makeFolder(dataDir);
    return readSecret(dataDir, name) ?? makeSecret(path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The secret in ${path} cannot be used: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** Linked into place as a whole: two concurrent first starts agree on one secret, and a crash leaves no partial file. */
function makeSecret(path: string): string {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(secretBytes).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** Undefined if there is no secret. Throws `StartError` if it is too short. */
export function readSecret(dataDir: string, name: SecretName = 'secret'): string | undefined {
  const path = join(dataDir, name);
  try {
    // Reading a pipe would wait for its writer.
    if (!statSync(path).isFile()) throw new StartError(`The secret in ${path} is not a regular file.`);
    const secret = readFileSync(path, 'utf8').trim();
    if (Buffer.byteLength(secret) < 32)
      throw new StartError(`The secret in ${path} is damaged: it is too short.`);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
