/** Keeps the bytes of files, each under a key. Its two kinds are `files-folder.ts` and `files-s3.ts`. */
export interface FileStore {
  /** Resolves once the file would outlive a crash. A file of the same key is replaced, never half. */
  put: (key: string, bytes: Buffer) => Promise<void>;
  /** Resolves also where there is no such file. */
  delete: (key: string) => Promise<void>;
  /** An absolute address at which whoever has it can read the file for `signedUrlSeconds`, if there is one. */
  signUrl: (key: string) => Promise<string>;
}

/** The store cannot be reached, is full or refuses us: nothing was promised, and a later try may do. */
export class FileStoreUnavailableError extends Error {
  override name = 'FileStoreUnavailableError';
}

/** A folder, a UUID, a type: what the app makes by itself. Nothing else ever becomes a path or an address. */
const fileKey = /^[a-z]{1,20}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(webp)$/;

const contentTypes: Record<string, string> = { webp: 'image/webp' };

export function isFileKey(text: string): boolean {
  return fileKey.test(text);
}

/** The media type of the file under this key. Throws where the key is none of ours: then the caller is wrong. */
export function contentTypeOf(key: string): string {
  const contentType = contentTypes[fileKey.exec(key)?.[2] ?? ''];
  if (contentType === undefined) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  return contentType;
}
