// `npm test [-- --changed[=REVISION]] [--shard=1/2]`: with `--changed` only the tests of what has changed since the revision, by
// default since the last commit; with `--shard` one part of them, for people with several machines.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './check.mjs';
import { rootFolder, setUp } from './setup.mjs';

const options = process.argv.slice(2).map((option) => (option === '--changed' ? '--changed=HEAD' : option));
const { changed, shard } = parseArgs({
  args: options,
  options: { changed: { type: 'string' }, shard: { type: 'string' } },
}).values;

await setUp({ build: true, dev: true });

const reports = mkdtempSync(join(tmpdir(), 'declassified-reports-'));
const totals = [await check(), runVitest(), runPlaywright()];
rmSync(reports, { recursive: true });

const passed = totals.reduce((sum, part) => sum + part.passed, 0);
const failures = totals.flatMap((part) => part.failures);
process.exitCode = failures.length === 0 ? 0 : 1;
// Listed at the end too, because their own output may be thousands of lines above.
for (const name of failures) console.log(`FAILED ${name}`);
console.log(`${passed} passed, ${failures.length} failed`);

function runVitest() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  if (changed) args.push(`--changed=${changed}`, '--passWithNoTests');
  if (shard) args.push(`--shard=${shard}`);
  return run('node_modules/vitest/vitest.mjs', args, file, ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status !== 'passed');
      const titles = failed.map((test) => ` › ${test.fullName}`);
      // A file that cannot be loaded has no tests.
      if (titles.length === 0 && status === 'failed') titles.push('');
      return titles.map((title) => relative(rootFolder, name) + title);
    }),
  }));
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
  const args = ['test', '--reporter=list,json'];
  if (changed) args.push(`--only-changed=${changed}`, '--pass-with-no-tests');
  if (shard) args.push(`--shard=${shard}`);
  return run('node_modules/@playwright/test/cli.js', args, file, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    failures: [...suites.flatMap(failedStories), ...errors.map(({ message }) => message)],
  }));
}

/** Flaky and skipped stories count as failed. */
function failedStories({ specs = [], suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'));
  const names = failed.map(({ file, line, title }) => `e2e/${file}:${line} › ${title}`);
  return [...names, ...suites.flatMap(failedStories)];
}

/** A runner that fails without a failed test, or that ran nothing, counts as one failure. */
function run(program, args, reportFile, read) {
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: rootFolder, stdio: 'inherit' });
  const result = readReport(reportFile, read);
  const isFailed = status !== 0 || (result.passed === 0 && !changed);
  if (isFailed && result.failures.length === 0) result.failures.push(`${program}: see its output above`);
  return result;
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { passed: 0, failures: [`no report: ${error.message}`] };
  }
}
