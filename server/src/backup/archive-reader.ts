import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '#platform/process/start-error.ts';
import { Manifest, sha256 } from './manifest.ts';
import { blockBytes, readTarHeader, tarEnd, tarPadding } from './tar.ts';

/** A backup file whose content has been verified completely. */
export interface Archive {
  manifest: Manifest;
  /** The text of the manifest in the file, and its signature. */
  text: string;
  signature: string;
  size: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** The names of the entries, in their order. */
  names: string[];
  read: (name: string) => Promise<Buffer>;
  close: () => Promise<void>;
}

const chunkBytes = 2 ** 20;

const openFailures: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder.',
};

class DamageError extends Error {}

/** Rejects with `StartError` unless every byte is as `npm run backup` wrote it. */
export async function readArchive(path: string): Promise<Archive> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    return await verifyFile(file);
  } catch (error) {
    await file?.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof DamageError) && code === undefined) throw error;
    const reason = (code && openFailures[code]) ?? message;
    throw new StartError(`${path} cannot be restored. ${reason}`);
  }
}

async function verifyFile(file: FileHandle): Promise<Archive> {
  const { size } = await file.stat();
  // Each read reuses this buffer: the buffers of thousands of entries would fill the memory until the garbage
  // collector runs.
  const scratch = Buffer.allocUnsafe(chunkBytes);
  let offset = 0;
  const fileHash = createHash('sha256');
  const take = (length: number) => {
    if (readSync(file.fd, scratch, 0, length, offset) < length) throw new DamageError('It is cut off.');
    offset += length;
    const bytes = scratch.subarray(0, length);
    fileHash.update(bytes);
    return bytes;
  };
  const takeExpected = (bytes: Buffer) => {
    const position = offset;
    if (!take(bytes.length).equals(bytes)) throw changedAt(position);
  };
  const entries = new Map<string, { offset: number; size: number }>();
  const hash = createHash('sha256');
  let digest = '';
  for (;;) {
    const position = offset;
    const header = take(blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const entry = readTarHeader(header);
    if (!entry) throw entries.size === 0 ? new DamageError('It is not a backup.') : changedAt(position);
    if (entry.name === 'manifest.json') digest = hash.copy().digest('hex');
    hash.update(header);
    entries.set(entry.name, { offset, size: entry.size });
    for (let rest = entry.size; rest > 0; rest -= Math.min(chunkBytes, rest)) {
      hash.update(take(Math.min(chunkBytes, rest)));
    }
    takeExpected(tarPadding(entry.size));
  }
  takeExpected(tarEnd.subarray(blockBytes));
  if (offset !== size) throw changedAt(offset);

  const read = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new DamageError(`It is not a backup: it has no ${name}.`);
    const content = Buffer.allocUnsafe(entry.size);
    await file.read(content, 0, entry.size, entry.offset);
    return content;
  };
  const text = (await read('manifest.json')).toString();
  const [ownDigest, signature = ''] = (await read('manifest.mac')).toString().split(' ');
  if (ownDigest !== sha256(text)) throw new DamageError('Its manifest was changed.');
  const manifest = parseManifest(text);
  if (manifest.sha256 !== digest) throw new DamageError('Its content was changed.');
  return {
    manifest,
    text,
    signature,
    size,
    sha256: fileHash.digest('hex'),
    names: [...entries.keys()],
    read,
    close: () => file.close(),
  };
}

const changedAt = (position: number) => new DamageError(`It was changed at byte ${position}.`);

function parseManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new DamageError('This version cannot read its manifest.');
  }
}
