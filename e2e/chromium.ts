import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/** Chromium must make no requests of its own and show no prompts. */
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

const systemFonts = '/etc/fonts';

/**
 * The browser that `CHROMIUM` names, or the first Chromium that starts: the npm package (Linux), an installed browser, or
 * Playwright's own download. The package's headless shell opens a page in a fifth of a full browser's time, and is
 * the same version on every machine. Throws if none starts, because browser tests must never be skipped silently.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  const cached = process.env['CHROMIUM_LAUNCH'];
  if (cached) return JSON.parse(cached) as ChromiumLaunch;
  const named = process.env['CHROMIUM'];
  for (const candidate of named ? [() => named] : [fromPackage, fromSystem, fromPlaywright]) {
    const found = await candidate();
    const launch = found && (await startable(found));
    if (!launch) continue;
    // Playwright loads its configuration again in every worker, so the result is passed on in the environment.
    process.env['CHROMIUM_LAUNCH'] = JSON.stringify(launch);
    return launch;
  }
  throw new Error(
    named ? `${named} does not start.` : 'No Chromium starts here. Install one, or name it in CHROMIUM.',
  );
}

function fromSystem(): string | undefined {
  return installedPaths.find((path) => existsSync(path));
}

async function fromPackage(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  // With this variable the package also unpacks system libraries (libnss3 and others) that a minimal machine lacks.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  // The package's own font is not monospaced, so pages would move when the app's font arrives.
  if (existsSync(join(systemFonts, 'fonts.conf'))) process.env['FONTCONFIG_PATH'] ??= systemFonts;
  try {
    return await unpack();
  } catch {
    // The package cannot be unpacked on this machine.
    return undefined;
  }
}

/**
 * The package would unpack into the temporary folder and use any file that is already there, even one of another user or
 * an incomplete one. So each user and version has a separate folder, which is renamed when it is complete.
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
    // The package reads this variable when it is imported, for the paths of its libraries and fonts.
    process.env['TMPDIR'] = folder;
    const { default: packaged } = await import('@sparticuz/chromium');
    // The package's arguments are left out: they run Chromium in a single process, which ends with its first page, and
    // disable features that the stories rely on, such as the same-origin policy.
    if (!isOwn(executable)) {
      // A cleaner of temporary files may have left a part of it.
      rmSync(folder, { recursive: true, force: true });
      await unpackInto(folder, () => packaged.executablePath());
    }
    return executable;
  } finally {
    if (former === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = former;
  }
}

/** Its name is predictable, so another user could have created it to have a program executed. */
function isOwn(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

async function unpackInto(folder: string, unpackIntoTemporary: () => Promise<string>): Promise<void> {
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    process.env['TMPDIR'] = unfinished;
    await unpackIntoTemporary();
    // The configuration of the package's fonts contains the path /tmp.
    const fonts = join(unfinished, 'fonts/fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another run may have created it first.
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

/** Without the sandbox if it does not work (as root, in most containers). Undefined if the browser does not start. */
async function startable(executablePath: string): Promise<ChromiumLaunch | undefined> {
  for (const sandbox of [[], ['--no-sandbox']]) {
    const launch = { executablePath, args: [...quietArgs, ...sandbox] };
    try {
      const browser = await chromium.launch({ ...launch, timeout: 15_000 });
      // Two pages, because the stories open more than one.
      for (let page = 0; page < 2; page++) await (await browser.newPage()).close();
      await browser.close();
      return launch;
    } catch {
      continue;
    }
  }
  return undefined;
}
