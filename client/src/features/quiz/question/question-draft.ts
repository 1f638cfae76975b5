import type { QuestionStatus } from 'contract/quiz/quiz.constants.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { Question } from 'contract/quiz/quiz-fields.ts';

export interface QuestionDraft {
  text: string;
  choices: string[];
  /** The index of the right choice; null until one is marked. */
  answer: number | null;
  explanation: string;
  /** The category id, or the category name in an import. */
  category: string;
  /** The value of the select field. */
  difficulty: string;
  status: QuestionStatus;
  source: string;
}

export const statusLabels: Record<QuestionStatus, string> = { draft: 'Draft', published: 'Published' };

export const initialChoices = 4;

export const emptyDraft: QuestionDraft = {
  text: '',
  choices: Array.from({ length: initialChoices }, () => ''),
  answer: null,
  explanation: '',
  category: '',
  difficulty: '1',
  status: 'draft',
  source: '',
};

export function draftOf(question: Question): QuestionDraft {
  const { text, choices, answer, explanation, category_id, difficulty, status, source } = question;
  return {
    text,
    choices,
    answer,
    explanation,
    category: category_id,
    difficulty: String(difficulty),
    status,
    source,
  };
}

export type Choices = Pick<QuestionDraft, 'choices' | 'answer'>;

/** Without empty choices at the end. The schema refuses a null answer. */
export function contentOf(draft: QuestionDraft) {
  const { category: _, choices, answer, difficulty, ...rest } = draft;
  const count = Math.max(quizLimits.minChoices, choices.findLastIndex((choice) => choice.trim() !== '') + 1);
  return {
    ...rest,
    difficulty: Number(difficulty),
    choices: choices.slice(0, count),
    answer: answer as number,
  };
}

export function withoutChoice({ choices, answer }: Choices, index: number): Choices {
  const shifted = answer !== null && answer > index ? answer - 1 : answer;
  return { choices: choices.toSpliced(index, 1), answer: answer === index ? null : shifted };
}
