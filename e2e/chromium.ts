import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/** Chromium must neither call home nor ask anything. */
const quietArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A real Chromium, from the first place that has one: `CHROMIUM_PATH`, an installed browser, the npm package
 * (Linux), Playwright's own download. Throws where none of them starts: no browser test may pass unseen.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const cached = process.env['CHROMIUM_LAUNCH'];
  if (cached) return JSON.parse(cached) as ChromiumLaunch;
  for (const candidate of [fromEnvironment, fromSystem, fromPackage, fromPlaywright]) {
    const found = await candidate();
    const launch = found && startable(found);
    if (!launch) continue;
    // Playwright loads its configuration in every worker again: the answer is passed on to them.
    process.env['CHROMIUM_LAUNCH'] = JSON.stringify(launch);
    return launch;
  }
  throw new Error('No Chromium starts here. Install one, or name it in CHROMIUM_PATH.');
}

interface Candidate {
  executablePath: string;
  args?: string[];
}

function fromEnvironment(): Candidate | undefined {
  const executablePath = process.env['CHROMIUM_PATH'];
  return executablePath ? { executablePath } : undefined;
}

function fromSystem(): Candidate | undefined {
  const executablePath = installedPaths.find((path) => existsSync(path));
  return executablePath ? { executablePath } : undefined;
}

async function fromPackage(): Promise<Candidate | undefined> {
  if (process.platform !== 'linux') return undefined;
  // Makes the package bring the system libraries (libnss3 and others) that a bare machine lacks.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    packaged.setGraphicsMode = false;
    return { executablePath: await packaged.executablePath(), args: packaged.args };
  } catch {
    // An optional package: absent on some platforms.
    return undefined;
  }
}

function fromPlaywright(): Candidate | undefined {
  const executablePath = chromium.executablePath();
  if (!existsSync(executablePath)) {
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  return existsSync(executablePath) ? { executablePath } : undefined;
}

/** With its sandbox where that runs, without where it cannot (as root, in most containers); undefined if not at all. */
function startable({ executablePath, args = [] }: Candidate): ChromiumLaunch | undefined {
  for (const sandbox of [[], ['--no-sandbox']]) {
    const launch = { executablePath, args: [...new Set([...quietArgs, ...args, ...sandbox])] };
    try {
      execFileSync(executablePath, [...launch.args, '--headless', '--dump-dom', 'about:blank'], {
        stdio: 'ignore',
        timeout: 30_000,
      });
      return launch;
    } catch {
      continue;
    }
  }
  return undefined;
}
