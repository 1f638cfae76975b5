import { expect, it } from 'vitest';
import { type Check, type ChoiceQuestion, questionFiles, readQuestionFile } from '#test/question-bank.ts';
import { expectedChoice } from '#test/question-figures.ts';

const files = questionFiles.map((file) => readQuestionFile(file));
const questions = files.flatMap((file) => file.questions);
const choiceQuestions = questions.filter(
  (question): question is ChoiceQuestion => question.kind !== 'number',
);
const checked = choiceQuestions.filter((question): question is ChoiceQuestion & { check: Check } =>
  Boolean(question.check),
);
const fresh = questions.filter((question) => question.kind === 'number' && question.variables.length > 0);

it('the bank has at least 160 questions in at least 8 categories, 80 of them with fresh figures', () => {
  expect(questions.length).toBeGreaterThanOrEqual(160);
  expect(new Set(files.map(({ category }) => category.name.toLowerCase())).size).toBe(files.length);
  expect(files.length).toBeGreaterThanOrEqual(8);
  expect(fresh.length).toBeGreaterThanOrEqual(80);
});

it('a file of the bank is named after its category', () => {
  const slugs = files.map(({ category }) => category.name.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
  expect(questionFiles).toEqual(slugs.map((slug) => `${slug}.json`));
});

it('no question of the bank occurs twice', () => {
  const texts = questions.map(({ text }) => text.toLowerCase());
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

it('the figure of every correct choice can be computed', () => {
  const stated = choiceQuestions.filter(({ choices, answer }) => /\d/.test(choices[answer] ?? ''));
  expect(stated.filter(({ check }) => !check).map(({ text }) => text)).toEqual([]);
});

it('the correct choice is not noticeably more often at one position', () => {
  const places = [0, 1, 2, 3].map((place) => choiceQuestions.filter(({ answer }) => answer === place).length);
  expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(choiceQuestions.length / 5);
});

it.each(checked)('$text', ({ choices, answer, check }) => {
  const expected = expectedChoice(check);
  expect(choices.filter((choice) => choice === expected)).toEqual([choices[answer]]);
});
