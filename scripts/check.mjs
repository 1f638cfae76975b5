// `npm run check`: format, lint, types and schema drift.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const failures = [];
  for (const { name, args } of steps) {
    if (!(await run(name, args))) failures.push(`npm run check: ${name}`);
  }
  return { passed: steps.length - failures.length, failures };
}

/** Prints the output at the end, because tests may be writing theirs at the same time. */
async function run(name, args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: rootFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(Buffer.concat(output));
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp({ build: false, dev: true });
  const { failures } = await check();
  process.exitCode = failures.length === 0 ? 0 : 1;
}
