// `npm run check`: format, lint, types and schema drift.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOfFiles } from './file-hash.mjs';
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
  const hash = hashOfFiles(rootFolder, [...sources, 'package-lock.json', 'tsconfig.json'], {
    withTests: true,
  });
  const failures = steps
    .filter(({ name, args }) => !hasPassed(name, hash) && !run(name, args, hash))
    .map(({ name }) => `npm run check: ${name}`);
  return { passed: steps.length - failures.length, failures };
}

const stamps = join(rootFolder, 'node_modules/.cache/check');
const stampOf = (name) => join(stamps, name.replaceAll(/\W+/g, '-'));

/** Whether the step passed with the same sources. Where the test command decides, every step runs. */
function hasPassed(name, hash) {
  if (process.env.CI || !existsSync(stampOf(name)) || readFileSync(stampOf(name), 'utf8') !== hash)
    return false;
  console.log(`ok     ${name} (unchanged)`);
  return true;
}

function run(name, args, hash) {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd: rootFolder, stdio: 'inherit' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (status !== 0) return false;
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stampOf(name), hash);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp({ build: false, dev: true });
  const { failures } = await check();
  process.exitCode = failures.length === 0 ? 0 : 1;
}
