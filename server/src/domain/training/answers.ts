import { readFigure } from 'contract/quiz/figures.ts';
import { type FigureUnit, quizMessages } from 'contract/quiz/quiz.constants.ts';
import { messages } from 'contract/texts.ts';
import { trainingMessages } from 'contract/training/training.constants.ts';
import { validationFailed } from '#errors.ts';
import { type DrawnQuestion, roundedAnswer } from './drawn-questions.ts';
import { fractionOf } from './fractions.ts';

export interface SubmittedAnswer {
  choice?: number | undefined;
  value?: number | string | undefined;
}

/** What decides whether an answer is right. */
export type Answerable = Pick<DrawnQuestion, 'kind' | 'answer' | 'unit' | 'tolerance' | 'exact_answer'> & {
  /** The number of choices. */
  choices: number;
};

export interface Verdict {
  /** The index of the choice, or null. */
  chosen: number | null;
  /** The number of the answer, or null. */
  chosen_value: number | null;
  is_correct: boolean;
}

/** Throws `validation_failed` for an answer of the other kind, an unknown choice and a text that is not a number. */
export function judge(question: Answerable, { choice, value }: SubmittedAnswer): Verdict {
  if (question.kind === 'choice') {
    if (choice === undefined) throw validationFailed({ value: [trainingMessages.notAValue] });
    if (choice < 0 || choice >= question.choices)
      throw validationFailed({ choice: [quizMessages.noSuchChoice] });
    return { chosen: choice, chosen_value: null, is_correct: choice === question.answer };
  }
  if (value === undefined) throw validationFailed({ choice: [trainingMessages.notAChoice] });
  const unit = question.unit ?? 'plain';
  const chosen_value = understood(value, unit);
  return { chosen: null, chosen_value, is_correct: isRight(chosen_value, question, unit) };
}

function understood(value: number | string, unit: FigureUnit): number {
  const read = typeof value === 'number' ? value : readFigure(value, unit);
  if (typeof read === 'number') return read;
  throw validationFailed({ value: [read.refusal ?? messages.notANumber] });
}

/** Also right is what the page writes as the answer: 0.333333 for a third without a tolerance. */
function isRight(value: number, { exact_answer, tolerance }: Answerable, unit: FigureUnit): boolean {
  const answer = exact_answer ?? Number.NaN;
  const difference = fractionOf(value).sub(fractionOf(answer)).abs();
  return difference.compare(fractionOf(tolerance ?? 0)) <= 0 || value === roundedAnswer(answer, unit);
}
