import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const commands = ['user', 'doctor', 'audit', 'data', 'questions', 'backup', 'backup-task', 'restore', 'demo'];
// A benchmark passes its own script and folder, so that it measures what runs in production.
const [script, outdir = 'server/dist'] = process.argv.slice(2);

/** Without a repository, as in the image, the version has no commit. */
function commit() {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return `+${execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8', stdio }).trim()}`;
  } catch {
    return '';
  }
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// The names of shared files change with their content.
rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: script
    ? [script]
    : {
        main: 'server/src/main.ts',
        'image-worker': 'server/src/platform/files/image-worker.ts',
        'picture-worker': 'server/src/plugins/pages/picture-worker.ts',
        ...Object.fromEntries(commands.map((name) => [`${name}-command`, `server/src/commands/${name}.ts`])),
      },
  outdir,
  metafile: true,
  bundle: true,
  define: { BUILD_VERSION: JSON.stringify(version + commit()) },
  // Modules that are imported with `import()` are separate files, which Node reads at their first use.
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Saves memory, because V8 retains the text of each file.
  minifyWhitespace: true,
  sourcemap: true,
  // Stack traces need only line numbers, and Node would retain the source texts in memory.
  sourcesContent: false,
  // The bundle makes a start read a few files instead of 950 in 145 packages. These packages are not bundled, because they
  // contain native code, read their own files, or are not loaded by most starts.
  external: [
    'argon2',
    'sharp',
    'pg-native',
    '@prisma/client',
    '@fastify/swagger-ui',
    '@aws-sdk/*',
    '@zxcvbn-ts/language-common',
    'nodemailer',
  ],
  // Packages in CommonJS call `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
});

// For scripts/image-packages.mjs: the folders of the packages in the bundle, and the names of those that it imports.
const outputs = Object.values(metafile.outputs);
const bundled = outputs
  .flatMap(({ inputs }) => Object.entries(inputs))
  .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  .map(([path]) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
const imported = outputs
  .flatMap(({ imports }) => imports)
  .filter(({ path, external }) => external && !isBuiltin(path))
  .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
const [bundledFolders, importedNames] = [bundled, imported].map((values) =>
  [...new Set(values)].filter((value) => value !== undefined),
);
writeFileSync(join(outdir, 'packages.json'), JSON.stringify({ bundledFolders, importedNames }));
