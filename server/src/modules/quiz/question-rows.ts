import { defaultTolerances, questionStatuses } from 'contract/quiz/quiz.constants.ts';
import type { CreateQuestionBody } from 'contract/quiz/quiz.ts';
import { Question } from 'contract/quiz/quiz-fields.ts';
import type { z } from 'zod';
import type { StoredQuestion } from '#domain/training/drawn-questions.ts';
import { isReadable } from '#domain/training/readable.ts';
import { Prisma } from '#generated/prisma/client.ts';

type OfKind<Body> = Body extends unknown ? Omit<Body, 'category_id' | 'category'> : never;
/** The content of a question as it was validated. */
export type QuestionContent = OfKind<z.output<typeof CreateQuestionBody>>;

/** The question as it is drawn, with the fields of the other kind empty. */
export function storedOf(content: QuestionContent): StoredQuestion {
  const { text, explanation } = content;
  if (content.kind === 'number') {
    const { unit, solution, variables } = content;
    const tolerance = content.tolerance ?? defaultTolerances[unit];
    return {
      kind: 'number',
      text,
      choices: [],
      answer: null,
      unit,
      tolerance,
      solution,
      variables,
      explanation,
    };
  }
  const { choices, answer } = content;
  const none = { unit: null, tolerance: null, solution: null, variables: [] };
  return { kind: 'choice', text, choices, answer, ...none, explanation };
}

/** The columns of a question, without its category. */
export function rowOf(content: QuestionContent) {
  const { difficulty, status, source } = content;
  const { solution, variables, ...stored } = storedOf(content);
  return {
    ...stored,
    solution: solution === null ? Prisma.DbNull : (solution as Prisma.InputJsonValue),
    variables: variables as unknown as Prisma.InputJsonValue,
    difficulty,
    status,
    source,
  };
}

export const withCategory = {
  include: { category: { select: { name: true } }, statistics: true },
  omit: { search_text: true },
} as const;

export type QuestionRow = Prisma.QuizQuestionGetPayload<typeof withCategory>;

const isKnown = (stored: Omit<QuestionRow, 'category' | 'statistics'>): boolean =>
  isReadable(stored) && (questionStatuses as readonly string[]).includes(stored.status);

const ofNewerVersion = { kind: 'unknown', solution: null, variables: [] };

export const toQuestion = ({ category, statistics, ...stored }: QuestionRow): Question =>
  Question.parse({
    ...stored,
    ...(!isKnown(stored) && ofNewerVersion),
    category_name: category.name,
    answered: statistics?.answered ?? 0,
    right_share: statistics?.right_share ?? null,
    discrimination: statistics?.discrimination ?? null,
  });

/** The content of a stored question, as a request would contain it. */
export function contentOf(question: Question): Record<string, unknown> {
  const { kind, text, explanation, difficulty, status, source, category_id } = question;
  const common = { kind, text, explanation, difficulty, status, source, category_id };
  const { choices, answer, unit, tolerance, solution, variables } = question;
  return kind === 'choice'
    ? { ...common, choices, answer }
    : { ...common, unit, tolerance, solution, variables };
}
