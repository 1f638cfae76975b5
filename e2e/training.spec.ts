import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createNewUser, signIn, signInNew } from './people.ts';

interface Question {
  id: string;
  kind: 'choice' | 'number';
  text: string;
  choices: string[];
  answer: number | null;
  explanation: string | null;
}

/** Its questions have choices, except for one whose answer follows from its text. */
const category = /^The Reserve Bank and the cash rate/;

const dollars = (text: string) => Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
const interestRise = (text: string) =>
  (dollars(text) * Number(/by (\d+) basis points/.exec(text)?.[1])) / 10_000;

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

/** Answers the question that is asked: with the key of a choice, or a typed number. */
async function answer(page: Page, key: string, typed = '1'): Promise<void> {
  const form = page.getByRole('form', { name: 'Question' });
  // A question takes the focus a moment after it is displayed.
  await expect(form.locator('input:focus')).toHaveCount(1);
  const isNumber = (await form.getByRole('textbox').count()) > 0;
  await page.keyboard.press(isNumber ? 'End' : key);
  if (isNumber) await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(Right\.|Not quite\.)/)).toBeVisible();
}

const next = (page: Page) => page.getByRole('button', { name: /^(Next question|See the result)$/ });

const step = (page: Page, number: number, total: number) =>
  page.getByRole('region', { name: `Question ${number} of ${total}` });

test('a user trains by keyboard alone, takes a break, and continues to the result', async ({
  page,
  expectAccessible,
}) => {
  const username = await createNewUser('t');
  const { revealed, questions, traffic } = watchAnswers(page);
  await signIn(page, username);
  await page.goto('/training');
  await expect(page.getByText(/^You have no trainings yet\./)).toBeVisible();
  const option = await page.getByRole('option', { name: category }).textContent();
  await page.getByLabel('Category').selectOption(option);
  await page.getByLabel('Difficulty').selectOption('Easy');
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
  await expect
    .poll(() => [...questions.values()].map(({ answer: right }) => right))
    .toEqual([null, null, null]);
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
  await answer(page, '1');
  await expect(page.getByRole('button', { name: 'Next question' })).toBeFocused();
  await expect.poll(() => revealed.size).toBe(2);
  await page.keyboard.press('Enter');
  await expect(step(page, 3, 3)).toBeVisible();
  await answer(page, '1');
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
  const answerAll = async (total: number, keyFor: (question: Question) => number, isRight = false) => {
    for (let number = 1; number <= total; number++) {
      await expect(step(page, number, total)).toBeVisible();
      const content = (await step(page, number, total).textContent()) ?? '';
      const asked = () => [...questions.values()].filter((one) => content.includes(one.text));
      await expect.poll(asked).toHaveLength(1);
      const typed = isRight ? interestRise(content) : 1;
      await answer(page, String(asked().map(keyFor)), String(typed));
      await expect(next(page)).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('By category')).toBeVisible();
  };
  const again = page.getByRole('button', { name: /^Retry wrong answers/ });
  let trainings = 0;
  let wrong = 0;
  // The first choice is hardly the right one for all three questions.
  for (; wrong === 0; trainings++) {
    await page.goto('/training');
    const option = await page.getByRole('option', { name: category }).textContent();
    await page.getByLabel('Category').selectOption(option);
    await page.getByLabel(/^Questions/).fill('3');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await answerAll(3, () => 1);
    await expect.poll(() => [...questions.values()].every(({ answer: right }) => right !== null)).toBe(true);
    wrong = [...questions.values()].filter(({ answer: right }) => right !== 0).length;
  }
  const right = new Map([...questions].map(([id, { choices, answer: index }]) => [id, choices[index ?? -1]]));
  const toRead = page.getByRole('region', { name: 'What to Read' });
  await expect(toRead.getByRole('link').first()).toHaveAttribute('href', /^\/(arsenal\/guides|data)\//);
  // Their choices are in another order.
  questions.clear();
  await again.click();
  await answerAll(wrong, ({ id, choices }) => choices.indexOf(right.get(id) ?? '') + 1, true);
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
  await expect(page.getByText(new RegExp(`^${trainings - 1} trainings? · page 1 of 1`))).toBeVisible();
});

test('a visitor answers a sample by keyboard, registers, and keeps the answers', async ({
  page,
  expectAccessible,
  expectNoSidewaysScroll,
  onPhoneToo,
}) => {
  const { questions } = watchAnswers(page);
  await page.goto('/training');
  await expect(step(page, 1, 10)).toBeVisible();
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await expect.poll(() => questions.size).toBe(10);
  expect([...questions.values()].every((question) => !('answer' in question))).toBe(true);
  for (let number = 1; number <= 10; number++) {
    await expect(step(page, number, 10)).toBeVisible();
    if (number === 1) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^(Choose|Type) an answer first\.$/)).toBeVisible();
    }
    await answer(page, '1', '12.5');
    await expect(next(page)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText(/^\d+%\s*\d+ of 10 right$/)).toBeVisible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('link', { name: 'Keep your progress: create an account' }).click();
  await expect(page).toHaveURL('/register');

  await signIn(page, await createNewUser('sample'));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Save your sample' }).click();
  await expect(page.getByRole('region', { name: 'Your Sample' })).toContainText('You answered 10 questions');
  await expectAccessible();
  await onPhoneToo(expectNoSidewaysScroll);
  await page.getByRole('button', { name: 'Save my answers' }).click();
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your Sample' })).toBeHidden();
  await expect(page.getByText('1 training · page 1 of 1')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Nothing is due\. The next question is due on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Train 10 new questions' })).toBeVisible();
});

test('a user types a number as people write it, and opens the calculator with the same figures', async ({
  page,
  expectAccessible,
}) => {
  await signInNew(page, 't');
  await page.goto('/training');
  const option = await page.getByRole('option', { name: /^Repayments and amortization/ }).textContent();
  await page.getByLabel('Category').selectOption(option);
  const isLoan =
    /^How much do all payments together come to|is repaid in level monthly payments\. How much is each/;
  await page.getByLabel(/^Questions/).fill('18');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Your answer in dollars' });
  for (let number = 1; ; number++) {
    await expect(step(page, number, 18)).toBeVisible();
    if (isLoan.test((await step(page, number, 18).locator('p').nth(2).textContent()) ?? '')) break;
    await answer(page, '1');
    await expect(next(page)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(field).toBeFocused();
  await field.fill('about 3,000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Must be a number\./);
  await expectAccessible();
  await field.fill('$2,997.75');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(Right\.|Not quite\.)/)).toBeVisible();
  await expectAccessible();
  const right = /The right answer is: (\$[\d,.]+)/.exec(
    await page.getByText(/^(Right\.|Not quite\.)/).innerText(),
  );
  await page.getByRole('link', { name: 'Open in the loan calculator' }).click();
  await expect(page.getByText(right?.[1] ?? '$2,997.75').first()).toBeVisible();
});
