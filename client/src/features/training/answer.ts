import { answerDecimals, figureText } from 'contract/quiz/figures.ts';
import type { AttemptQuestion, SampleQuestion } from 'contract/training/training.ts';

/** The fields that both an attempt and a sample have. Another server may know only questions with choices. */
export type AskedQuestion = Omit<SampleQuestion, 'kind' | 'unit' | 'tolerance'> &
  Partial<Pick<SampleQuestion, 'kind' | 'unit' | 'tolerance'>>;

export type Calculation = NonNullable<AttemptQuestion['calculation']>;

/** The index of a choice, or a typed text. */
export type Answer = { choice: number } | { value: string };

export interface Outcome {
  chosen: number;
  answer: number;
  isRight: boolean;
  explanation: string;
  calculation: Calculation | null;
}

export const isNumber = ({ kind }: Pick<AskedQuestion, 'kind'>): boolean => kind === 'number';

/** An answer as people read it. */
export function answerText(question: AskedQuestion, answer: number | null): string {
  if (answer === null) return '';
  if (!isNumber(question)) return question.choices[answer] ?? '';
  const unit = question.unit ?? 'plain';
  return figureText(Number(answer.toFixed(answerDecimals(unit))), unit);
}

/** Null until the question is answered. Another server may not say whether the answer is right. */
export function outcomeOf(question: AttemptQuestion): Outcome | null {
  const { chosen, answer, correct, explanation, calculation } = question;
  if (chosen === null || answer === null || explanation === null) return null;
  return {
    chosen,
    answer,
    isRight: correct ?? chosen === answer,
    explanation,
    calculation: calculation ?? null,
  };
}

export const isRightlyAnswered = (question: AttemptQuestion): boolean =>
  outcomeOf(question)?.isRight ?? false;
