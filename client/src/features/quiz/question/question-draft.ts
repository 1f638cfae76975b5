import type { QuestionStatus } from 'contract/quiz.constants.ts';
import { quizLimits } from 'contract/quiz.constants.ts';
import type { Question } from 'contract/quiz-fields.ts';
import type { z } from 'zod';

export interface QuestionDraft {
  text: string;
  choices: readonly string[];
  /** The index of the right choice; null until one is marked. */
  answer: number | null;
  explanation: string;
  /** The id, or in an imported bank the name. */
  category: string;
  difficulty: number;
  status: QuestionStatus;
  source: string;
}

/** By field; choices as `choices.0`. */
export type DraftErrors = Readonly<Record<string, string | undefined>>;

export const statusLabels: Record<QuestionStatus, string> = { draft: 'Draft', published: 'Published' };

export const usualChoices = 4;

export const emptyDraft: QuestionDraft = {
  text: '',
  choices: Array.from({ length: usualChoices }, () => ''),
  answer: null,
  explanation: '',
  category: '',
  difficulty: 1,
  status: 'draft',
  source: '',
};

export function draftOf(question: Question): QuestionDraft {
  const { text, choices, answer, explanation, category_id, difficulty, status, source } = question;
  return { text, choices, answer, explanation, category: category_id, difficulty, status, source };
}

/** Without empty choices at the end. The schema refuses a null answer. */
export function contentOf(draft: QuestionDraft) {
  const { category: _, choices, answer, ...rest } = draft;
  const count = Math.max(quizLimits.minChoices, choices.findLastIndex((choice) => choice.trim() !== '') + 1);
  return { ...rest, choices: choices.slice(0, count), answer: answer as number };
}

export function withoutChoice(draft: QuestionDraft, index: number): QuestionDraft {
  const { choices, answer } = draft;
  const shifted = answer !== null && answer > index ? answer - 1 : answer;
  return { ...draft, choices: choices.toSpliced(index, 1), answer: answer === index ? null : shifted };
}

export function errorsOf({ issues }: z.ZodError): DraftErrors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

export function errorsIn(details: Record<string, string[]>): DraftErrors {
  return Object.fromEntries(Object.entries(details).map(([field, reasons]) => [field, reasons.join(' ')]));
}
