// `npm run check`: format, lint, types and schema drift.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { rootFolder, setUp } from './setup.mjs';

const sources = [
  'contract',
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
];

const steps = [
  { name: 'format', program: 'oxfmt/bin/oxfmt', args: ['--check', ...sources] },
  // The nearest tsconfig.json above a file applies to it.
  {
    name: 'lint, boundaries and types',
    program: 'oxlint/bin/oxlint',
    args: ['-c', 'oxlint.config.mjs', '--type-aware', '--type-check', ...sources],
  },
];

/** Runs every step, also after a failure. */
export async function check() {
  const results = steps.map(({ name, program, args }) => run(name, [`node_modules/${program}`, ...args]));
  results.push(run('schema drift', ['scripts/check-drift.mjs']));
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
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
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
