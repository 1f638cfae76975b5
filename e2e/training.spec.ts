import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createNewUser, signIn, signInNew } from './people.ts';

interface Question {
  id: string;
  text: string;
  choices: string[];
  answer: number | null;
  explanation: string | null;
}

/** The questions that any response so far contained together with their right answers. */
function watchAnswers(page: Page): {
  revealed: Set<string>;
  questions: Map<string, Question>;
  /** The bodies of all responses, including scripts and pages. */
  traffic: string[];
} {
  const revealed = new Set<string>();
  const traffic: string[] = [];
  const questions = new Map<string, Question>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    else if (typeof value === 'object' && value !== null) {
      if ('choices' in value) {
        const question = value as Question;
        questions.set(question.id, question);
        if (question.answer !== null || question.explanation !== null) revealed.add(question.id);
      }
      for (const item of Object.values(value)) look(item);
    }
  };
  page.on('response', async (response) => {
    const text = await response.text().catch(() => '');
    traffic.push(text);
    if (response.url().includes('/api/') && text.startsWith('{')) look(JSON.parse(text));
  });
  return { revealed, questions, traffic };
}

const step = (page: Page, number: number, total: number) =>
  page.getByRole('region', { name: `Question ${number} of ${total}` });

test('a user trains by keyboard alone, takes a break, and continues to the result', async ({
  page,
  request,
  expectAccessible,
}) => {
  const username = await createNewUser(request, 't');
  const { revealed, questions, traffic } = watchAnswers(page);
  await signIn(page, username);
  await page.goto('/training');
  await expect(page.getByText(/^You have no trainings yet\./)).toBeVisible();
  await page.getByLabel('Category').selectOption({ index: 1 });
  await page.getByLabel(/^Questions/).fill('50');
  await page.getByLabel(/^Questions/).press('Enter');
  await expect(page.getByText(/^There are only \d+ questions of this kind\.$/)).toBeVisible();
  await page.getByLabel(/^Questions/).fill('3');
  await page.getByLabel(/^Questions/).press('Enter');

  await expect(step(page, 1, 3)).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose an answer first.')).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('1');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await expect.poll(() => [...questions.values()].map(({ answer }) => answer)).toEqual([null, null, null]);
  const before = traffic.join('\n');
  await page.keyboard.press('Enter');
  await expect(page.getByText('RIGHT ANSWER', { exact: true })).toBeVisible();
  await expect.poll(() => revealed.size).toBe(1);
  const explanation = [...questions.values()].find(({ id }) => revealed.has(id))?.explanation;
  expect(explanation?.length).toBeGreaterThan(10);
  expect(before).not.toContain(JSON.stringify(explanation).slice(1, -1));
  await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused();
  await expectAccessible();
  await expect.poll(() => revealed.size).toBe(1);

  // The user visits another page and returns with the browser's Back.
  await page.goto('/');
  await page.goto('/training');
  await page.getByRole('link', { name: /^Continue/ }).click();
  await expect(step(page, 2, 3)).toBeVisible();
  await expect.poll(() => revealed.size).toBe(1);
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused();
  await expect.poll(() => revealed.size).toBe(2);
  await page.keyboard.press('Enter');
  await expect(step(page, 3, 3)).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'See the result' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^\d+%\s*\d of 3 right$/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Training', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeHidden();
  await expect(page.getByText('1 training · page 1 of 1')).toBeVisible();
});

test('a user tries the wrong answers again, and sees a chart of the share of right answers', async ({
  page,
}) => {
  await signInNew(page, 't');
  const { questions } = watchAnswers(page);
  const answerAll = async (total: number, keyFor: (question: Question) => number) => {
    for (let number = 1; number <= total; number++) {
      const text = await step(page, number, total).locator('legend').textContent();
      const asked = () => [...questions.values()].filter((one) => one.text === text);
      await expect.poll(asked).toHaveLength(1);
      await page.keyboard.press(String(asked().map(keyFor)));
      await page.keyboard.press('Enter');
      await expect(page.getByText('RIGHT ANSWER', { exact: true })).toBeVisible();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('By category')).toBeVisible();
  };
  const again = page.getByRole('button', { name: /^Retry wrong answers/ });
  let trainings = 0;
  let wrong = 0;
  // The first choice is not the right one for all ten questions.
  for (; wrong === 0; trainings++) {
    await page.goto('/training');
    await page.getByRole('button', { name: 'Start' }).click();
    await answerAll(10, () => 1);
    await expect.poll(() => [...questions.values()].every(({ answer }) => answer !== null)).toBe(true);
    wrong = [...questions.values()].filter(({ answer }) => answer !== 0).length;
  }
  const right = new Map([...questions].map(([id, { choices, answer }]) => [id, choices[answer ?? -1]]));
  const toRead = page.getByRole('region', { name: 'What to Read' });
  await expect(toRead.getByRole('link').first()).toHaveAttribute('href', /^\/(arsenal\/guides|data)\//);
  // Their choices are in another order.
  questions.clear();
  await again.click();
  await answerAll(wrong, ({ id, choices }) => choices.indexOf(right.get(id) ?? '') + 1);
  trainings++;
  await expect(page.getByText(`${wrong} of ${wrong} right`)).toBeVisible();
  await expect(again).toBeHidden();
  await expect(toRead).toBeHidden();
  await page.goto('/training');
  await expect(
    page.getByRole('img', { name: `Line chart: the share of right answers in ${trainings} trainings` }),
  ).toBeVisible();
  await page
    .getByRole('button', { name: /^Delete the training/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete training' }).click();
  await expect(page.getByText(`${trainings - 1} training · page 1 of 1`)).toBeVisible();
});
