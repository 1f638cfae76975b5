import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const outputFolder = 'client/dist';
const compressible = /\.(html|js|css|svg|json|txt|webmanifest)$/;
/** Smaller files gain less than the header costs. */
const smallestBytes = 1_000;

await build({ root: 'client', logLevel: 'warn' });
for (const file of filesIn(outputFolder)) {
  const content = readFileSync(file);
  if (!compressible.test(file) || content.length < smallestBytes) continue;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipped);
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
