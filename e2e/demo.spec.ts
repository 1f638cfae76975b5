import { expect, test } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { startServerOf } from './server.ts';

// This story has its own server, because the world of the demonstration would appear on screens of other stories.
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
