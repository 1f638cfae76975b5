import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '#platform/process/start-error.ts';
import { isFileKey } from '#platform/files/files.ts';
import { Manifest, sha256 } from './manifest.ts';
import { readTarHeader, tarEnd, tarHeader, tarPadding } from './tar.ts';

interface Entry {
  name: string;
  offset: number;
  size: number;
}

/** A backup file whose content has been verified completely. */
export interface ReadArchive {
  manifest: Manifest;
  /** The text of the manifest in the file, and its signature. */
  text: string;
  signature: string;
  size: number;
  /** Reads the entries of `tables/<name>/…` in order, or `jobs.gz`. */
  contents: (path: string) => AsyncGenerator<Buffer>;
  /** The keys of the stored files in the backup. */
  fileKeys: string[];
  readFile: (key: string) => Promise<Buffer>;
  close: () => Promise<void>;
}

const chunkBytes = 2 ** 20;
const headerBytes = tarHeader({ name: 'a', size: 0, seconds: 0 }).length;

class Damage extends Error {}

/** Rejects with `StartError` unless every byte is as `npm run backup` wrote it. */
export async function readArchive(path: string): Promise<ReadArchive> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    return await readWhole(file);
  } catch (error) {
    await file?.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof Damage) && code === undefined) throw error;
    throw new StartError(
      `${path} cannot be restored. ${code === 'ENOENT' ? 'There is no such file.' : message}`,
    );
  }
}

async function readWhole(file: FileHandle): Promise<ReadArchive> {
  const { size } = await file.stat();
  // Each read reuses this buffer: the buffers of thousands of entries would fill the memory until the garbage
  // collector runs.
  const scratch = Buffer.allocUnsafe(chunkBytes);
  const readAt = (offset: number, length: number) => {
    const bytesRead = readSync(file.fd, scratch, 0, length, offset);
    if (bytesRead < length) throw new Damage('It is cut off.');
    return scratch.subarray(0, length);
  };
  const entries = new Map<string, Entry>();
  const hash = createHash('sha256');
  let digest = '';
  let offset = 0;
  for (;;) {
    const header = readAt(offset, headerBytes);
    if (header.every((byte) => byte === 0)) break;
    const entry = readTarHeader(header);
    if (!entry)
      throw new Damage(entries.size === 0 ? 'It is no backup.' : `It was changed at byte ${offset}.`);
    if (entry.name === 'manifest.json') digest = hash.copy().digest('hex');
    hash.update(header);
    offset += headerBytes;
    entries.set(entry.name, { name: entry.name, offset, size: entry.size });
    for (const end = offset + entry.size; offset < end;) {
      const chunk = readAt(offset, Math.min(chunkBytes, end - offset));
      hash.update(chunk);
      offset += chunk.length;
    }
    const padding = tarPadding(entry.size);
    if (!readAt(offset, padding.length).equals(padding)) {
      throw new Damage(`It was changed at byte ${offset}.`);
    }
    offset += padding.length;
  }
  if (!readAt(offset, tarEnd.length).equals(tarEnd) || offset + tarEnd.length !== size) {
    throw new Damage(`It was changed at byte ${offset}.`);
  }

  const readContent = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new Damage(`It is no backup: it has no ${name}.`);
    const content = Buffer.allocUnsafe(entry.size);
    const { bytesRead } = await file.read(content, 0, entry.size, entry.offset);
    if (bytesRead < entry.size) throw new Damage('It is cut off.');
    return content;
  };
  const text = (await readContent('manifest.json')).toString();
  const [ownDigest, signature = ''] = (await readContent('manifest.mac')).toString().split(' ');
  if (ownDigest !== sha256(text)) throw new Damage('Its manifest was changed.');
  const manifest = parseManifest(text);
  if (manifest.sha256 !== digest) throw new Damage('Its content was changed.');
  const names = [...entries.keys()];
  const fileKeys = names
    .filter((name) => name.startsWith('files/'))
    .map((name) => name.slice('files/'.length));
  if (!fileKeys.every(isFileKey) || (manifest.files.included && fileKeys.length !== manifest.files.count)) {
    throw new Damage('It holds other images than its manifest names.');
  }
  return {
    manifest,
    text,
    signature,
    size,
    contents: async function* (path) {
      for (const name of names.filter((entry) => entry === path || entry.startsWith(`${path}/`))) {
        yield await readContent(name);
      }
    },
    fileKeys,
    readFile: (key) => readContent(`files/${key}`),
    close: () => file.close(),
  };
}

function parseManifest(text: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new Damage('Its manifest is none that this version reads.');
  }
}
