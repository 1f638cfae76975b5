/// <reference lib="dom" />
import { expect, test } from './fixtures.ts';
import { bearerOf, director, signIn } from './people.ts';

test('an agent deletes all questions that match, stops between two batches, and goes on', async ({
  page,
  request,
  expectAccessible,
}) => {
  const name = `Bulk ${Date.now().toString(36)}`;
  const { headers } = await bearerOf(request, director);
  const questions = Array.from({ length: 1_150 }, (_, index) => ({
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
  await page.getByRole('button', { name: 'Select all 1,150 that match' }).click();
  await expect(page.getByText('1,150 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page.getByText('page 3 of 46')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select “/, checked: true })).toHaveCount(25);
  await expectAccessible();

  const dialog = page.getByRole('dialog', { name: 'Delete 1,150 questions' });
  // Stopped while the first batch is under way, which ends first.
  await page.route(
    '**/api/content/questions/delete/',
    async (route) => {
      await expect(dialog.getByText('0 of 1,150 deleted')).toBeVisible();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 1,150 questions?' });
  await question.getByRole('button', { name: 'Delete 1,150' }).click();
  await expect(dialog.getByText('Stopped.')).toBeVisible();
  await expect(dialog.getByText('1,000 of 1,150 deleted')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveJSProperty('value', 1_000);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Go On' }).click();
  await expect(page.getByText('Questions deleted.')).toBeVisible();
  await expect(page.getByText('No quiz question found. Try adjusting your filter.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'questions' })).toBeFocused();
});
