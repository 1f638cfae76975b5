import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const { dependencies } = JSON.parse(readFileSync('server/package.json', 'utf8'));

await build({
  entryPoints: {
    main: 'server/src/main.ts',
    ...Object.fromEntries(
      ['user', 'doctor', 'audit', 'data', 'backup', 'restore'].map((name) => [
        `${name}-command`,
        `server/src/commands/${name}.ts`,
      ]),
    ),
  },
  outdir: 'server/dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // Stack traces contain only line numbers. Node would keep the source texts in memory.
  sourcesContent: false,
  // Packages are not bundled. The contract is TypeScript, which Node does not run from node_modules.
  external: Object.keys(dependencies).filter((name) => name !== 'contract'),
});
