import type { Page } from '@playwright/test';
import { anyWidth, expect, test } from './fixtures.ts';
import { makePerson, newName, signIn } from './people.ts';

interface Question {
  id: string;
  text: string;
  choices: string[];
  answer: number | null;
  explanation: string | null;
}

/** Every question in any answer of the API that stands there with its answer, by what was asked of the page so far. */
function watchAnswers(page: Page): { told: Set<string>; questions: Map<string, Question> } {
  const told = new Set<string>();
  const questions = new Map<string, Question>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) look(item);
    else if (typeof value === 'object' && value !== null) {
      if ('choices' in value) {
        const question = value as Question;
        questions.set(question.id, question);
        if (question.answer !== null || question.explanation !== null) told.add(question.id);
      }
      for (const item of Object.values(value)) look(item);
    }
  };
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const body: unknown = await response.json().catch(() => null);
    look(body);
  });
  return { told, questions };
}

const step = (page: Page, number: number, total: number) =>
  page.getByRole('region', { name: `Question ${number} of ${total}` });

test(
  'someone trains by keyboard alone, takes a break, and goes on to the result',
  anyWidth,
  async ({ page, request, expectAccessible }) => {
    const username = newName('t');
    await makePerson(request, username);
    const { told, questions } = watchAnswers(page);
    await signIn(page, username);
    await page.goto('/training');
    await expect(page.getByText(/^Nothing yet\./)).toBeVisible();
    await page.getByLabel('Category').selectOption({ index: 1 });
    await page.getByLabel(/^Questions/).fill('50');
    await page.getByLabel(/^Questions/).press('Enter');
    await expect(page.getByText(/^There are only \d+ questions of this kind\.$/)).toBeVisible();
    await page.getByLabel(/^Questions/).fill('3');
    await page.getByLabel(/^Questions/).press('Enter');

    await expect(step(page, 1, 3)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Choose an answer first.')).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await page.keyboard.press('1');
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect.poll(() => [...questions.values()].map(({ answer }) => answer)).toEqual([null, null, null]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('RIGHT ANSWER', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused();
    await expectAccessible();
    await expect.poll(() => told.size).toBe(1);

    // A break: elsewhere, and back by the history.
    await page.goto('/');
    await page.goto('/training');
    await page.getByRole('link', { name: /^Continue/ }).click();
    await expect(step(page, 2, 3)).toBeVisible();
    await expect.poll(() => told.size).toBe(1);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused();
    await expect.poll(() => told.size).toBe(2);
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
  },
);

test(
  'what was wrong can be tried again, and the share over time is drawn',
  anyWidth,
  async ({ page, request }) => {
    const username = newName('t');
    await makePerson(request, username);
    await signIn(page, username);
    const { questions } = watchAnswers(page);
    for (let round = 0; round < 2; round++) {
      await page.goto('/training');
      await page.getByLabel(/^Questions/).fill('2');
      await page.getByRole('button', { name: 'Start' }).click();
      for (let number = 1; number <= 2; number++) {
        await expect(step(page, number, 2)).toBeVisible();
        await page.keyboard.press('1');
        await page.keyboard.press('Enter');
        await expect(page.getByText('RIGHT ANSWER', { exact: true })).toBeVisible();
        await page.keyboard.press('Enter');
      }
      await expect(page.getByText('By category')).toBeVisible();
      const again = page.getByRole('button', { name: /^Try again what was wrong/ });
      if (await again.isVisible()) {
        await expect(page.getByRole('region', { name: 'What to Read' })).toBeVisible();
        await again.click();
        const practice = page.getByRole('region', { name: /^Practice/ });
        while (await practice.getByRole('button', { name: 'Answer' }).isVisible()) {
          const text = await practice.locator('legend').textContent();
          const asked = [...questions.values()].find((one) => one.text === text);
          await page.keyboard.press(String((asked?.answer ?? 0) + 1));
          await page.keyboard.press('Enter');
          await expect(practice.getByText('RIGHT ANSWER', { exact: true })).toBeVisible();
          await page.keyboard.press('Enter');
        }
        await expect(page.getByText(/^(\d) of \1 right$/)).toBeVisible();
        await page.getByRole('button', { name: 'Back to the result' }).click();
      }
    }
    await page.goto('/training');
    await expect(
      page.getByRole('img', { name: /^Line chart: the share of right answers in 2 trainings/ }),
    ).toBeVisible();
    await page
      .getByRole('button', { name: /^Delete the training/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete training' }).click();
    await expect(page.getByText('1 training · page 1 of 1')).toBeVisible();
  },
);
