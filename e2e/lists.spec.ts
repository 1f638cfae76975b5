/// <reference lib="dom" />
import { expect, test } from './fixtures.ts';
import { bearerOf, director, signIn } from './people.ts';

test('an agent deletes all matching questions, on every page, with one request', async ({
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

  const deletions: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/content/questions/delete/')) deletions.push(sent.postDataJSON());
  });
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 1,150 questions?' });
  await question.getByRole('button', { name: 'Delete 1,150' }).click();
  await expect(page.getByText('Questions deleted.')).toBeVisible();
  await expect(page.getByText('No quiz question found. Try adjusting your filter.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'questions' })).toBeFocused();
  expect(deletions).toEqual([{ filter: { text: name }, until: expect.any(String) }]);
});
