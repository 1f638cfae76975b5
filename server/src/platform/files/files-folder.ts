import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileKey, type FileStore, FileStoreUnavailableError, isFileKey } from './files.ts';
import { makeFolder } from './folders.ts';

/** Signed URLs lead to the app, which calls `readSigned`. */
export interface FileFolder extends FileStore {
  /** Undefined if the signature is wrong or expired. */
  readSigned: (request: SignedRequest) => Promise<SignedFile | undefined>;
}

export interface SignedRequest {
  key: string;
  /** Seconds since 1970, as in the URL. */
  expires: string;
  signature: string;
}

interface SignedFile {
  /** Undefined if the file was deleted after signing. */
  bytes: Buffer | undefined;
  secondsLeft: number;
}

interface FileFolderOptions {
  folder: string;
  /** Keys for HMAC-SHA256. The first one signs, all of them verify. */
  signingKeys: readonly Buffer[];
  /** The URL of a file consists of this URL, a slash and the file's key. */
  baseUrl: string;
  signedUrlSeconds: number;
}

export function openFileFolder({
  folder,
  signingKeys,
  baseUrl,
  signedUrlSeconds,
}: FileFolderOptions): FileFolder {
  const signatures = (key: string, expires: string) =>
    signingKeys.map((signingKey) => createHmac('sha256', signingKey).update(`${key}\n${expires}`).digest());

  const put = async (key: string, bytes: Buffer): Promise<void> => {
    const path = pathOf(folder, key);
    // In the same folder, so that the rename does not cross file systems.
    const draft = `${path}.${randomUUID()}.new`;
    try {
      makeFolder(dirname(path));
      await writeDurably(draft, bytes);
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw unavailable(error);
    }
  };

  const remove = async (key: string): Promise<void> => {
    await rm(pathOf(folder, key), { force: true }).catch((error: unknown) => {
      throw unavailable(error);
    });
  };

  const signUrl = async (key: string): Promise<string> => {
    assertFileKey(key);
    const expires = String(Math.ceil(Date.now() / 1000) + signedUrlSeconds);
    const [signature] = signatures(key, expires);
    return `${baseUrl}/${key}?expires=${expires}&signature=${signature?.toString('base64url')}`;
  };

  const readSigned = async ({ key, expires, signature }: SignedRequest): Promise<SignedFile | undefined> => {
    const presented = Buffer.from(signature, 'base64url');
    const isSigned = signatures(key, expires).some(
      (expected) => presented.length === expected.length && timingSafeEqual(presented, expected),
    );
    if (!isSigned || !isFileKey(key)) return undefined;
    const secondsLeft = Number(expires) - Math.ceil(Date.now() / 1000);
    return secondsLeft > 0 ? { bytes: await read(pathOf(folder, key)), secondsLeft } : undefined;
  };

  return { put, read: (key) => read(pathOf(folder, key)), delete: remove, signUrl, readSigned };
}

function pathOf(folder: string, key: string): string {
  assertFileKey(key);
  return join(folder, key);
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unavailable(error);
  }
}

const unavailable = (cause: unknown) =>
  new FileStoreUnavailableError('The folder of stored files cannot be used.', { cause });
