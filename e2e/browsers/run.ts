// The main journeys in Debian's Firefox and WebKit. CONTRIBUTING.md says what to install.
//     npm run test:browsers
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { findFreePort } from 'server/test/free-port.ts';
import { createNewUser } from '../people.ts';
import startServer from '../server.ts';
import { type Driver, openBidi, openClassic } from './driver.ts';
import { journeys } from './journeys.ts';

const profile = mkdtempSync(join(tmpdir(), 'declassified-firefox-'));

const browsers = [
  {
    program: '/usr/bin/firefox-esr',
    open: async (program: string) =>
      openBidi('Firefox', program, ['--headless', '--profile', profile, '--no-remote'], await findFreePort()),
  },
  {
    program: '/usr/bin/WebKitWebDriver',
    open: async (program: string) =>
      openClassic('WebKit', program, await findFreePort(), {
        'webkitgtk:browserOptions': {
          binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
          args: ['--automation'],
        },
      }),
  },
];

const missing = browsers.filter(({ program }) => !existsSync(program)).map(({ program }) => program);
if (missing.length > 0) {
  console.error(`Install ${missing.join(' and ')}. CONTRIBUTING.md names the packages.`);
  process.exit(1);
}

const stopServer = await startServer();
const api = await request.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
let failed = 0;
let passed = 0;
for (const { program, open } of browsers) {
  const driver = await open(program);
  for (const [title, walk] of Object.entries(journeys)) {
    try {
      await walk(driver, {
        baseUrl: process.env['E2E_URL'] ?? '',
        username: await createNewUser('walker'),
      });
      passed++;
      console.log(`passed  ${driver.name}: ${title}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${driver.name}: ${title}: ${String(error)} (${await savedScreen(driver)})`);
    }
  }
  await driver.close();
}
await api.dispose();
await stopServer();
rmSync(profile, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function savedScreen(driver: Driver): Promise<string> {
  const file = join(tmpdir(), `declassified-${driver.name}-${Date.now()}.png`);
  writeFileSync(file, Buffer.from(await driver.screenshot(), 'base64'));
  return file;
}
