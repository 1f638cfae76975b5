import { readFigure } from 'contract/quiz/figures.ts';
import { defaultTolerances } from 'contract/quiz/quiz.constants.ts';
import { expect, it } from 'vitest';
import { judge } from '#domain/training/answers.ts';
import { faultsOf } from '#domain/training/check-question.ts';
import { cornersOf, drawValues, fillInput } from '#domain/training/draws.ts';
import { drawQuestion } from '#domain/training/drawn-questions.ts';
import { compileSolution } from '#domain/training/solutions.ts';
import { storedOf } from '#modules/quiz/question-rows.ts';
import { exactAnswer } from '#test/exact-calculations.ts';
import { exactValue, nearestNumber } from '#test/exact-expression.ts';
import { type NumberQuestion, questionFiles, readQuestionFile } from '#test/question-bank.ts';
import { questionCalculators } from '#test/question-calculators.ts';

const fresh = questionFiles
  .flatMap((file) => readQuestionFile(file).questions)
  .filter((question): question is NumberQuestion => question.kind === 'number');

const draws = 100;

function independentAnswer({ solution }: NumberQuestion, draw: Record<string, number>): number {
  const { expression, calculation, input, field } = solution;
  if (expression !== undefined) return nearestNumber(exactValue(expression, draw));
  return exactAnswer(calculation ?? '', fillInput(input ?? {}, draw), field ?? '');
}

it.each(fresh)('$text', { timeout: 60_000 }, async (question) => {
  const solve = compileSolution(question.solution, question.variables, questionCalculators);
  const differences = [];
  const drawn = [
    ...cornersOf(question.variables),
    ...Array.from({ length: draws }, () => drawValues(question.variables)),
  ];
  for (const draw of drawn) {
    const { answer } = await solve(draw);
    const expected = independentAnswer(question, draw);
    if (answer !== expected) differences.push({ draw, answer, expected });
  }
  expect(differences).toEqual([]);
});

it.each(fresh)('can be saved, and its written answer is right: $text', async (question) => {
  const stored = storedOf(question);
  expect(await faultsOf(stored, questionCalculators)).toEqual({});
  for (let draw = 0; draw < 20; draw++) {
    const { question: drawn } = await drawQuestion(stored, questionCalculators);
    expect(drawn.text + drawn.explanation).not.toMatch(/[{}]|NaN|undefined/);
    const { unit } = question;
    // What people type is rounded to the decimals of the tolerance.
    const tolerance = question.tolerance ?? defaultTolerances[unit];
    const decimals = tolerance === 0 ? 6 : Math.round(-Math.log10(2 * tolerance));
    const typed = (drawn.exact_answer ?? 0).toFixed(Math.max(0, decimals));
    expect(readFigure(typed, unit)).toBe(Number(typed));
    expect(judge({ ...drawn, choices: 0 }, { value: Number(typed) })).toMatchObject({ is_correct: true });
  }
});
