import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const generatedFiles = /^(node_modules|dist|dist-pages|generated|\..*)$/;
const generatedFilesAndTests = /^(node_modules|dist|dist-pages|generated|\..*|.*\.test\.tsx?)$/;

/** One hash of the names and contents. */
export function hashOfFiles(root, paths, { withTests = false } = {}) {
  const ignored = withTests ? generatedFiles : generatedFilesAndTests;
  const hash = createHash('sha256');
  const add = (path) => {
    const absolute = join(root, path);
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).toSorted()) if (!ignored.test(name)) add(join(path, name));
      return;
    }
    const content = readFileSync(absolute);
    hash.update(`${path}\0${content.length}\0`).update(content);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}
