import { difficulties, figureUnits, quizLimits } from 'contract/quiz/quiz.constants.ts';
import { Solution, Variables } from 'contract/quiz/number-questions.ts';
import { contentOf, type QuestionDraft, initialChoices, numberDraft } from '../question/question-draft.ts';
import { type BankRow, fieldOf, textOf, textsOf } from './bank-file.ts';

/** The usable values of a faulty row. */
export function draftOfRow(row: BankRow): QuestionDraft {
  const choices = textsOf(row, 'choices').slice(0, quizLimits.maxChoices);
  const answer = Number(textOf(row, 'answer') || NaN);
  const difficulty = Number(textOf(row, 'difficulty'));
  const tolerance = Number(textOf(row, 'tolerance') || NaN);
  return {
    ...numberDraft({
      unit: figureUnits.find((unit) => unit === textOf(row, 'unit')) ?? null,
      tolerance: Number.isNaN(tolerance) ? null : tolerance,
      solution: Solution.safeParse(fieldOf(row, 'solution')).data ?? null,
      variables: Variables.safeParse(fieldOf(row, 'variables')).data ?? [],
    }),
    kind: textOf(row, 'kind') === 'number' ? 'number' : 'choice',
    text: textOf(row, 'text'),
    choices: [...choices, ...Array.from({ length: initialChoices }, () => '')].slice(
      0,
      Math.max(choices.length, initialChoices),
    ),
    answer: Number.isInteger(answer) && answer >= 0 && answer < choices.length ? answer : null,
    explanation: textOf(row, 'explanation'),
    category: textOf(row, 'category'),
    difficulty: difficulties.some((known) => known === difficulty) ? String(difficulty) : '1',
    status: textOf(row, 'status') === 'published' ? 'published' : 'draft',
    source: textOf(row, 'source'),
  };
}

export const rowOfDraft = (draft: QuestionDraft) => ({ ...contentOf(draft), category: draft.category });
