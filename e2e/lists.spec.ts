/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { callAs, director, signIn } from './people.ts';
import { brokenWords, clippedControls, hiddenActions } from './screen-checks.ts';
import { createWorld } from './world.ts';
import { pathsFor } from 'client/test/screens.ts';
import type { Route } from 'contract/route.ts';
import { routes } from 'contract/routes.ts';

test('an agent deletes all matching questions, on every page, with one request', async ({
  page,
  request,
  expectAccessible,
}) => {
  const name = `Bulk ${Date.now().toString(36)}`;
  const { headers } = await callAs(director);
  const questions = Array.from({ length: 60 }, (_, index) => ({
    text: `${name}: which is ${index}?`,
    choices: ['This', 'That'],
    answer: 0,
    explanation: '',
    category: name,
    difficulty: 1,
    status: 'draft',
    source: '',
  }));
  const file = {
    name: 'bank.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(questions)),
  };
  const imported = await request.post('/api/content/questions/import/', {
    headers,
    multipart: { dry_run: 'false', file },
  });
  expect(imported.status()).toBe(200);

  await signIn(page, director);
  await page.goto(`/admin/questions?text=${encodeURIComponent(name)}&page_size=25`);
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await expect(page.getByText('25 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await expect(page.getByText('60 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page.getByText('page 3 of 3')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select “/, checked: true })).toHaveCount(10);
  await expectAccessible();

  const deletions: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/content/questions/delete/')) deletions.push(sent.postDataJSON());
  });
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 60 questions?' });
  await question.getByRole('button', { name: 'Delete 60' }).click();
  await expect(page.getByText('Questions deleted.')).toBeVisible();
  await expect(page.getByText('No quiz question found. Try adjusting your filter.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'questions' })).toBeFocused();
  expect(deletions).toEqual([{ filter: { text: name }, until: expect.any(String) }]);
});

const long = {
  id: '01930a4e-7c00-7000-8000-000000000022',
  network: '2001:db8:85a3:8d3:1319:8a2e::/96',
  reason: 'Guesses the passwords of many accounts since Monday, from one of the addresses of a university.',
  created_by: 'a-username-of-thirty-characters'.slice(0, 30),
  ended_at: '2026-02-01T02:00:00.000Z',
  ended_by: 'grace',
  end_reason: 'The university has secured its network, and asked for its students to be let in again.',
  state: 'ended',
  refused: 1_234_567,
  user: 'a-username-of-thirty-characters'.slice(0, 30),
  username: 'a-username-of-thirty-characters'.slice(0, 30),
  email: 'a-username-of-thirty-characters@an-organisation-with-a-long-name.example.org',
  actor: 'a-username-of-thirty-characters'.slice(0, 30),
  target: 'another-username-of-thirty-chars'.slice(0, 30),
  ip_address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  message: 'Sign-in as a-username-of-thirty-characters failed. '.repeat(8),
  text: 'Which of these is the effective annual rate of a nominal rate? '.repeat(4),
  title: 'The service will be unavailable during the maintenance of the database',
  category_name: 'Superannuation, insurance and retirement income streams',
  read_count: 1_234_567,
  answered: 1_234_567,
  right_share: 0.1,
  discrimination: 0.01,
};

/** Each text as a question that can be imported, and as one with faults. */
const bankOf = (texts: string[]) => ({
  name: 'bank.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(
      texts.flatMap((text) => [
        { text, choices: ['Yes', 'No'], answer: 0, explanation: '', category: 'Sums', difficulty: 1 },
        { text, choices: ['Same', 'Same'], answer: 9, explanation: '', category: text, difficulty: 7 },
      ]),
    ),
  ),
});

/** Answers every list of staff with the rows that are made of the contract's example. */
async function fillLists(page: Page, rowsOf: (example: object) => object[]): Promise<void> {
  for (const { operation, access, url, responses } of routes as readonly Route[]) {
    const answer = responses[200];
    if (!operation.startsWith('list') || !/staff|superuser/i.test(access)) continue;
    const { data, ...rest } = (answer as { example: { data: [object] } }).example;
    const json = { ...rest, data: rowsOf(data[0]) };
    await page.route(`**${url.replace(/:\w+/, '*')}{,?*}`, (route) => route.fulfill({ json }));
  }
}

/** Only the fields of the example, and the network of an IP record is no text. */
const withLongValues = (example: object) => {
  const own = Object.entries(long).filter(
    ([field]) =>
      field in example && (field !== 'network' || typeof (example as typeof long).network === 'string'),
  );
  return { ...example, ...Object.fromEntries(own) };
};

/** The dashboard and the forms, which are in `screens.spec.ts` alone. */
const withoutList = /\/(dashboard|edit|create-question-bank)$/;

for (const rows of ['long', 'short']) {
  test(`no list of staff with ${rows} values breaks inside a word or cuts anything, with large text too`, async ({
    page,
    expectNoSidewaysScroll,
  }) => {
    const world = await createWorld();
    await signIn(page, director);
    const lists = pathsFor('staff', world).filter((path) => !withoutList.test(path));
    const sizes = [
      [1440, '100%'],
      [1024, '100%'],
      [viewports.phone.width, '100%'],
      [viewports.phone.width, '200%'],
    ] as const;
    await fillLists(page, (example) => (rows === 'long' ? [example, withLongValues(example)] : [example]));
    for (const path of [...lists, '/admin/network-blocks?by=network']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      if (path === '/admin/question/import') {
        await page.locator('input[type=file]').setInputFiles(bankOf(['Why?', 'Why? '.repeat(60)]));
        await expect(page.getByRole('table')).toContainText('choices');
      }
      for (const [width, text] of sizes) {
        await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), text);
        await resize(page, { width, height: 900 });
        const read = page.getByRole('button', { name: /^Click to read/ }).last();
        const hasDialog = text === '200%' && (await read.count()) > 0;
        if (hasDialog) await read.press('Enter');
        const place = `${path} at ${width} px and ${text}`;
        expect.soft(await brokenWords(page), place).toEqual([]);
        expect.soft(await clippedControls(page), place).toEqual([]);
        expect.soft(await hiddenActions(page), place).toEqual([]);
        await expectNoSidewaysScroll();
      }
    }
  });
}
