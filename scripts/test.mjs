// `npm test`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { rootFolder, setUp } from './setup.mjs';

await setUp({ build: true, dev: true });

const reports = mkdtempSync(join(tmpdir(), 'declassified-reports-'));
const totals = [await check(), runVitest(), runPlaywright()];
rmSync(reports, { recursive: true });

const sum = (outcome) => totals.reduce((total, part) => total + part[outcome], 0);
process.exitCode = sum('failed') === 0 ? 0 : 1;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

function runVitest() {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return run('node_modules/vitest/vitest.mjs', args, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests,
  }));
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = file;
  const args = ['test', '--reporter=list,json'];
  return run('node_modules/@playwright/test/cli.js', args, file, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }));
}

/** A runner that fails, or that ran nothing, counts as at least one failure. */
function run(program, args, reportFile, read) {
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: rootFolder, stdio: 'inherit' });
  const { passed, failed } = readReport(reportFile, read);
  return { passed, failed: status === 0 && passed > 0 ? failed : Math.max(failed, 1) };
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    console.error(`No report: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}
