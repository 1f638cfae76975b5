import { createHash } from 'node:crypto';
import { type Keys } from '#auth/keys/keys.ts';
import { type Manifest, signManifest } from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

export interface ArchiveWriter {
  add: (name: string, content: Buffer) => Promise<void>;
  /** Writes the manifest, its signature and the end of the archive. Resolves to the size of the archive. */
  finish: (manifest: Omit<Manifest, 'sha256'>, keys: Keys) => Promise<number>;
}

export function writeArchive(write: (bytes: Buffer) => Promise<void>, createdAt: Date): ArchiveWriter {
  const seconds = Math.floor(createdAt.getTime() / 1_000);
  const digest = createHash('sha256');
  let written = 0;
  const add = async (name: string, content: Buffer) => {
    const header = tarHeader({ name, size: content.length, seconds });
    digest.update(header).update(content);
    for (const part of [header, content, tarPadding(content.length)]) {
      if (part.length === 0) continue;
      await write(part);
      written += part.length;
    }
  };
  return {
    add,
    finish: async (manifest, keys) => {
      const text = JSON.stringify({ ...manifest, sha256: digest.copy().digest('hex') }, null, 2);
      await add('manifest.json', Buffer.from(text));
      await add('manifest.mac', Buffer.from(signManifest(keys, text)));
      await write(tarEnd);
      return written + tarEnd.length;
    },
  };
}
