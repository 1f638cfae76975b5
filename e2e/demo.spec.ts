import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from 'server/test/child-environment.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { expect, test } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { startServerOf } from './server.ts';

// One server for all stories of this file.
test.describe.configure({ mode: 'default' });

// This file has its own server, because the world of the demonstration would appear on screens of other files.
let stopServer = async () => {};
const shared = { ...process.env };
test.beforeAll(async () => {
  stopServer = await startServerOf('.', { guesses: 300, variables: { DEMO: 'true' } });
});
test.afterAll(async () => {
  await stopServer();
  Object.assign(process.env, shared);
});

const people = [
  ['ada', '/dashboard', 'The house in Ballarat'],
  ['ben', '/dashboard', 'My part of it'],
  ['grace', '/admin/ip-address?action=login_failed', '203.0.113.'],
  [director, '/admin/dashboard', 'Sign-ins'],
] as const;

test('each person of the demonstration begins with something to see, below the word DEMO', async ({
  browser,
}) => {
  for (const [username, path, text] of people) {
    const page = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' });
    await signIn(page, username);
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByRole('banner').getByText('DEMO')).toBeVisible();
    await page.close();
  }
});

const fill = (variables: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['server/dist/demo-command.js', '--fresh', '1'], {
    env: childEnvironment({ DEMO: 'true', ...variables }),
    encoding: 'utf8',
  });

test('a second demonstration is refused, and changes nothing, beside a running one', async ({ request }) => {
  const { port } = new URL(process.env['E2E_URL'] ?? '');
  const running = process.env['E2E_DATA_DIR'] ?? '';
  const unused = join(running, 'unused');
  const [samePort, sameFolder] = [
    fill({ PORT: port, DATA_DIR: unused }),
    fill({ PORT: String(await findFreePort()), DATA_DIR: running }),
  ];
  expect(samePort).toMatchObject({ status: 1, stderr: expect.stringContaining(`PORT`) });
  expect(existsSync(unused)).toBe(false);
  expect(sameFolder).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The data folder .* is in use by process \d+ .*\n$/),
  });
  expect((await request.get(`${process.env['E2E_URL']}/api/readyz`)).status()).toBe(200);
});
