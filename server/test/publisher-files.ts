import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('publishers', import.meta.url));

export const publisherFile = (name: string): Buffer => readFileSync(join(folder, name));

/** The file with a part replaced, byte by byte. Throws if it does not contain the part. */
export function changedFile(name: string, part: string | RegExp, by: string): Buffer {
  const text = publisherFile(name).toString('latin1');
  const changed = text.replace(part, by);
  if (changed === text) throw new Error(`${name} does not have ${String(part)}.`);
  return Buffer.from(changed, 'latin1');
}
