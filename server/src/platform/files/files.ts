export interface FileStore {
  /** Resolves when the file is durable. Replaces a file of the same key atomically. */
  put: (key: string, bytes: Buffer) => Promise<void>;
  /** Idempotent. */
  delete: (key: string) => Promise<void>;
  /** A bearer URL that can be read for `signedUrlSeconds`, whether or not the file exists. */
  signUrl: (key: string) => Promise<string>;
}

/** The store is down, full or refuses access: nothing was stored, and a retry may succeed. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError';
}

/** `<folder>/<UUID>.<type>`, made by the app. No other text becomes a path or an address. */
const fileKey = /^[a-z]{1,20}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp)$/;

const contentTypes: Record<string, string> = { webp: 'image/webp' };

export function isFileKey(text: string): boolean {
  return fileKey.test(text);
}

/** Throws where the key is malformed, which is a bug of the caller. */
export function contentTypeOf(key: string): string {
  const contentType = contentTypes[fileKey.exec(key)?.[2] ?? ''];
  if (contentType === undefined) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  return contentType;
}
