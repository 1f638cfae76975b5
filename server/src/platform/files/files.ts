import { basename } from 'node:path';

export interface FileStore {
  /** Resolves when the file is durable. Replaces a file of the same key atomically. */
  put: (key: string, bytes: Buffer) => Promise<void>;
  /** Undefined where there is none. */
  read: (key: string) => Promise<Buffer | undefined>;
  /** Idempotent. */
  delete: (key: string) => Promise<void>;
  /** A bearer URL that can be read for `signedUrlSeconds`, whether or not the file exists. */
  signUrl: (key: string) => Promise<string>;
}

/** The store is down, full or refuses access: nothing was stored, and a retry may succeed. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError';
}

/** `<folder>/<UUID>.webp`, made by the app. No other text becomes a path or an address. */
const fileKey = /^[a-z]{1,20}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/;

/** Of every stored file. */
export const fileContentType = 'image/webp';

/** Browsers display the file, and save it under the last part of its key. */
export const fileDisposition = (key: string): string => `inline; filename="${basename(key)}"`;

export const isFileKey = (text: string): boolean => fileKey.test(text);

/** A malformed key is a bug of the caller. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
}
