// `npm run check`: format, lint, types and schema drift.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { rootFolder, setUp } from './setup.mjs';

export const sources = [
  'contract',
  'engine',
  'server',
  'client',
  'e2e',
  'bench',
  'scripts',
  'prisma',
  'playwright.config.ts',
  'prisma.config.ts',
  'vitest.config.ts',
  'oxlint.config.mjs',
  'oxlint.rules.mjs',
];

const steps = [
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', ...sources] },
  // The nearest tsconfig.json above a file applies to it.
  {
    name: 'lint, boundaries and types',
    args: [
      'node_modules/oxlint/bin/oxlint',
      '-c',
      'oxlint.config.mjs',
      '--type-aware',
      '--type-check',
      ...sources,
    ],
  },
  { name: 'schema drift', args: ['scripts/check-drift.mjs'] },
];

/** Runs every step, also after a failure. */
export async function check() {
  const failures = steps
    .filter(({ name, args }) => !run(name, args))
    .map(({ name }) => `npm run check: ${name}`);
  return { passed: steps.length - failures.length, failures };
}

function run(name, args) {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: rootFolder, stdio: 'inherit' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp({ build: false, dev: true });
  const { failures } = await check();
  process.exitCode = failures.length === 0 ? 0 : 1;
}
