/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createQuestion, listCategories } from 'contract/quiz/quiz.ts';
import { expect, resize, test, viewports } from './fixtures.ts';
import { callAs, director, newName, press, signIn } from './people.ts';

const question = (page: Page) => page.getByRole('alertdialog');

async function addCategory(page: Page, name: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Add Category' }));
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Of a story.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

const file = (text: string) => ({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const positionOf = async (page: Page, name: string) => {
  const names = await page.getByRole('listitem').getByRole('heading').allTextContents();
  return names.indexOf(name);
};

test('an agent creates categories, orders them by keyboard and by dragging, and empties one to delete it', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const [first, second] = [newName('First'), newName('Second')];
  await signIn(page, director);
  await page.goto('/admin/category-list');
  await addCategory(page, first);
  await addCategory(page, second);
  const moveUp = page.getByRole('button', { name: `Move ${second} up` });
  // Other stories may create categories at the same time.
  await expect(async () => {
    await moveUp.press('Enter');
    await expect(page.getByText(new RegExp(`^${second} is now at position`))).toBeAttached();
    expect(await positionOf(page, second)).toBeLessThan(await positionOf(page, first));
  }).toPass();
  await expect(moveUp).toBeFocused();
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  // Dragged by its handle. The whole list is in view: a page that scrolls between two movements would drag another row.
  await resize(page, { ...viewports.wide, height: 2400 });
  const handle = { x: 24, y: 24 };
  await expect(async () => {
    await rowOf(first).dragTo(rowOf(second), { sourcePosition: handle, targetPosition: handle });
    await expect(page.getByText(new RegExp(`^${first} is now at position`))).toBeAttached();
    await page.reload();
    await expect(page.getByRole('heading', { name: first })).toBeVisible();
    expect(await positionOf(page, first)).toBeLessThan(await positionOf(page, second));
  }).toPass();

  const { call } = await callAs(director);
  const { data: categories } = await call(listCategories);
  const category_id = categories.find(({ name }) => name === first)?.id;
  await call(createQuestion, { ...createQuestion.bodyExample, category_id });
  await page.reload();
  await press(page.getByRole('button', { name: `Delete ${first}` }));
  await page.getByLabel('Move the questions to').selectOption(second);
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Move 1 question and delete' }).click();
  await expect(page.getByRole('heading', { name: first, exact: true })).toBeHidden();
  await expect(rowOf(second)).toContainText('1 question');
});

test('an agent imports a question bank, corrects a row, publishes, exports, duplicates and deletes', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const name = newName('Bank');
  await signIn(page, director);
  await page.goto('/admin/question/import');
  await page.getByRole('button', { name: 'Look for missing questions' }).click();
  await expect(page.getByText('No questions are missing.')).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);
  const header =
    'text,choice_1,choice_2,choice_3,choice_4,choice_5,choice_6,answer,explanation,category,difficulty,status,source';
  const rows = [
    `=1+1 of ${name}?,2,3,,,,,1,"It is, of course, 2.",${name},1,draft,Euclid`,
    `Same twice of ${name}?,a,a,,,,,1,,${name},2,draft,`,
  ];
  await page.locator('input[type=file]').setInputFiles(file(header.replaceAll(',', ';')));
  await expect(page.getByText('Must have its columns separated by commas, not by semicolons.')).toBeVisible();
  const faulty = `Nothing of ${name}?`;
  const lines = ['sep=,', header, ',,,', ...rows, faulty, faulty];
  await page.locator('input[type=file]').setInputFiles(file(`\uFEFF${lines.join('\r\n')}`));
  await expect(page.getByText('Remove all 3 rows with errors')).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Remove row 4' }).click();
  await page.getByRole('button', { name: 'Remove row 3' }).click();
  await expect(page.getByText('1 fault was found. Nothing was saved.')).toBeVisible();
  await expect(page.getByText('choices: Must be different from one another.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit row 2' }).click();
  await expectAccessible();
  await page.getByLabel('Choice 2', { exact: true }).fill('b');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByText('2 rows can be imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 questions' }).click();
  await expect(page.getByText('2 questions imported.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file([header, rows[0]].join('\n')));
  await expect(page.getByText('All of its questions exist already.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Import the question that already exists/ }).check();
  await expect(page.getByRole('button', { name: 'Import 1 question' })).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);

  await page.goto(`/admin/questions?text=${encodeURIComponent(name)}`);
  const boxes = page.getByRole('checkbox', { name: /^Select “/ });
  await expect(boxes).toHaveCount(2);
  const drafts = page.getByRole('table').getByText('Draft', { exact: true });
  await expect(drafts).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('2 published.')).toBeVisible();
  await expect(drafts).toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Export CSV' }));
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain(
    `'=1+1 of ${name}?,2,3,,,,,1,"It is, of course, 2.",${name},1,published,Euclid,choice,,,,\r\n`,
  );

  await press(page.getByRole('link', { name: /^Edit “=1\+1/ }));
  await press(page.getByRole('link', { name: 'Duplicate' }));
  await expect(page.getByRole('heading', { name: 'Add Quiz Question' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(`=1+1 of ${name}?`);
  await page.getByRole('textbox', { name: 'Question' }).fill(`Copy of ${name}?`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL('/admin/questions');

  await page.goto(`/admin/questions?text=${encodeURIComponent(name)}`);
  await expect(boxes).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await question(page).getByRole('button', { name: 'Delete 3' }).click();
  await expect(page.getByText('No quiz question found. Try adjusting your filter.')).toBeVisible();
});

test('an agent writes a question with a preview, and loses no unsaved changes without a confirmation', async ({
  page,
  expectAccessible,
}) => {
  await signIn(page, director);
  await page.goto('/admin/question/create-question-bank');
  await page.getByRole('textbox', { name: 'Question' }).fill('Which is larger?');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Mark the right choice.')).toBeVisible();
  await expect(page.getByLabel('Choice 1', { exact: true })).toBeFocused();
  await expectAccessible();
  await page.getByLabel('Choice 1', { exact: true }).fill('One');
  await page.getByLabel('Choice 2', { exact: true }).fill('Two');
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check();
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel('Explanation').fill('Count <b>on</b>.');
  await page.getByRole('button', { name: 'Show answer' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('RIGHT ANSWER');
  await expect(preview).toContainText('Count <b>on</b>.');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(page.getByText('Question saved.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await expect(page.getByLabel('Category')).not.toHaveValue('');

  await page.getByRole('textbox', { name: 'Question' }).fill('Half a question');
  await page.getByRole('link', { name: 'Category List' }).click();
  await expect(page.getByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Half a question');
});

test('an agent writes a question whose figures are drawn, sees its corners, and saves what has an answer', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const name = newName('Interest');
  await signIn(page, director);
  await page.goto('/admin/question/create-question-bank');
  await page.getByLabel('Kind of answer').selectOption('A number');
  await page.getByRole('textbox', { name: 'Question' }).fill(`${name}: a month of {amount} at {rate}?`);
  for (const [index, values] of [
    ['amount', '1,000', '3,000', '500', 'Dollars'],
    ['rate', '0', '6', '0.5', 'Per cent'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add a variable' }).click();
    const [variable = '', from = '', to = '', by = '', unit = ''] = values;
    await page.getByLabel('Name', { exact: true }).nth(index).fill(variable);
    await page.getByLabel('From', { exact: true }).nth(index).fill(from);
    await page.getByLabel('To', { exact: true }).nth(index).fill(to);
    await page.getByLabel('Step', { exact: true }).nth(index).fill(by);
    await page.getByLabel('Unit', { exact: true }).nth(index).selectOption(unit);
  }
  await page.getByLabel('Expression').fill('amount / rate');
  await page.getByLabel('Explanation').fill('A twelfth of {rate} of {amount} is {answer}.');
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Draw figures' }).click();
  await expect(page.getByText(/rate = 0%: Divides by zero\./)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Expression')).toBeFocused();
  await expect(page.getByLabel('Expression')).toHaveAccessibleDescription(/Divides by zero\./);
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByLabel('Expression').fill('amount * rate / 100 / 12');
  await page.getByRole('button', { name: 'Draw figures' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row', { name: '$3,000 6% $15' })).toBeVisible();
  await expect(preview.getByText(/^A twelfth of [\d.]+% of \$[\d,]+ is \$[\d,.]+\.$/).first()).toBeVisible();
  await preview.getByRole('button', { name: 'Draw again' }).click();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL('/admin/questions');
  await page.goto(`/admin/questions?text=${encodeURIComponent(name)}&sort=hardest`);
  await page.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Expression')).toHaveValue('amount * rate / 100 / 12');
  await expect(page.getByLabel('Name', { exact: true }).nth(1)).toHaveValue('rate');
});
