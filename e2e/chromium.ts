import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
 * A real Chromium, from the first place that has one: `CHROMIUM_PATH`, the npm package (Linux), an installed
 * browser, Playwright's own download. The package's headless shell opens a page in a fifth of a full browser's
 * time, and is the same everywhere. Throws where none of them starts: no browser test may pass unseen.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const cached = process.env['CHROMIUM_LAUNCH'];
  if (cached) return JSON.parse(cached) as ChromiumLaunch;
  for (const candidate of [fromEnvironment, fromPackage, fromSystem, fromPlaywright]) {
    const found = await candidate();
    const launch = found && (await startable(found));
    if (!launch) continue;
    // Playwright loads its configuration in every worker again: the answer is passed on to them.
    process.env['CHROMIUM_LAUNCH'] = JSON.stringify(launch);
    return launch;
  }
  throw new Error('No Chromium starts here. Install one, or name it in CHROMIUM_PATH.');
}

function fromEnvironment(): string | undefined {
  return process.env['CHROMIUM_PATH'];
}

function fromSystem(): string | undefined {
  return installedPaths.find((path) => existsSync(path));
}

async function fromPackage(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  // Makes the package bring the system libraries (libnss3 and others) that a bare machine lacks.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  try {
    return await unpack();
  } catch {
    // The package does not unpack on this machine.
    return undefined;
  }
}

/**
 * By itself the package unpacks into the temporary folder and takes what it finds there, were it another user's, who
 * alone may run it, or the half of one that was cut off. So this user and version have a folder of their own, which
 * gets its name when it is whole.
 */
async function unpack(): Promise<string> {
  const packageFile = join(import.meta.dirname, '../package.json');
  const { devDependencies } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const version = devDependencies['@sparticuz/chromium'];
  const folder = join(tmpdir(), `declassified-chromium-${version}-${process.getuid?.()}`);
  const executable = join(folder, 'chromium');
  const former = process.env['TMPDIR'];
  try {
    // The package names its libraries and fonts by it when it is loaded.
    process.env['TMPDIR'] = folder;
    const { default: packaged } = await import('@sparticuz/chromium');
    // Its own arguments are left out: they make it one process, which dies with its first page, and switch off
    // what the stories rely on, such as the same-origin policy.
    if (!isOwn(executable)) {
      // What a cleaner of temporary files has left of it.
      rmSync(folder, { recursive: true, force: true });
      await unpackInto(folder, () => packaged.executablePath());
    }
    return executable;
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
}

/** Its name is no secret: anyone could have made a file of that name for others to run. */
function isOwn(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

async function unpackInto(folder: string, unpackIntoTemporary: () => Promise<string>): Promise<void> {
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    process.env['TMPDIR'] = unfinished;
    await unpackIntoTemporary();
    // Which names /tmp, wherever it lies.
    const fonts = join(unfinished, 'fonts/fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another run may have been first.
    if (!existsSync(folder)) throw error;
  }
}

function fromPlaywright(): string | undefined {
  const executablePath = chromium.executablePath();
  if (!existsSync(executablePath)) {
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  return existsSync(executablePath) ? executablePath : undefined;
}

/** With its sandbox where that runs, without where it cannot (as root, in most containers); undefined if not at all. */
async function startable(executablePath: string): Promise<ChromiumLaunch | undefined> {
  for (const sandbox of [[], ['--no-sandbox']]) {
    const launch = { executablePath, args: [...quietArgs, ...sandbox] };
    try {
      const browser = await chromium.launch({ ...launch, timeout: 15_000 });
      // More than one page, as the stories have.
      for (let page = 0; page < 2; page++) await (await browser.newPage()).close();
      await browser.close();
      return launch;
    } catch {
      continue;
    }
  }
  return undefined;
}
