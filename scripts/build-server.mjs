import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const commands = ['user', 'doctor', 'audit', 'data', 'backup', 'restore'];
// A benchmark passes its own script and folder, so that it measures what runs in production.
const [script, outdir = 'server/dist'] = process.argv.slice(2);

// The names of shared files change with their content.
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: script
    ? [script]
    : {
        main: 'server/src/main.ts',
        ...Object.fromEntries(commands.map((name) => [`${name}-command`, `server/src/commands/${name}.ts`])),
      },
  outdir,
  bundle: true,
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
