import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const commands = ['user', 'doctor', 'audit', 'data', 'backup', 'restore'];
const outdir = 'server/dist';

// The names of shared files change with their content.
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: {
    main: 'server/src/main.ts',
    ...Object.fromEntries(commands.map((name) => [`${name}-command`, `server/src/commands/${name}.ts`])),
  },
  outdir,
  bundle: true,
  // What is imported with `import()` stays in files of its own, which are read at the first use.
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // Less memory: V8 keeps the text of each file.
  minifyWhitespace: true,
  sourcemap: true,
  // Stack traces contain only line numbers. Node would keep the source texts in memory.
  sourcesContent: false,
  // A start reads a few files instead of 950 in 145 packages. Not bundled is what has native code or reads files of
  // its own, and what most starts never load.
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
