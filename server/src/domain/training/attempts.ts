import { AskedQuestion, SolvedBy } from 'contract/training/attempt-fields.ts';
import type { AttemptQuestion, AttemptSummary } from 'contract/training/training.ts';
import type { QuizAttemptModel, QuizAttemptQuestionModel } from '#generated/prisma/models.ts';

/** Null for one in the form of a newer version. */
const AskedCalculation = SolvedBy.nullable().catch(null);

export const withQuestions = { questions: { orderBy: { position: 'asc' } } } as const;

export type StoredAttempt = QuizAttemptModel & { questions: QuizAttemptQuestionModel[] };

export function toAttempt(attempt: StoredAttempt) {
  return { ...toSummary(attempt), questions: attempt.questions.map(toAttemptQuestion) };
}

type Outcome = Pick<QuizAttemptQuestionModel, 'category_name' | 'is_correct'>;

export function toSummary(attempt: QuizAttemptModel & { questions: Outcome[] }) {
  const { user_id: _owner, answered_at: _latest, questions, ...summary } = attempt;
  return { ...summary, by_category: byCategory(questions) };
}

function byCategory(questions: readonly Outcome[]): AttemptSummary['by_category'] {
  const names = [...new Set(questions.map(({ category_name }) => category_name))].toSorted();
  return names.map((name) => {
    const ofCategory = questions.filter(({ category_name }) => category_name === name);
    const correct = ofCategory.filter(({ is_correct }) => is_correct);
    return { name, total: ofCategory.length, correct: correct.length };
  });
}

/** The correct answer is hidden until the question is answered. */
function toAttemptQuestion(question: QuizAttemptQuestionModel): AttemptQuestion {
  const {
    question_id,
    text,
    choices,
    unit,
    tolerance,
    category_name,
    difficulty,
    is_correct: correct,
  } = question;
  const asked = {
    id: question_id,
    kind: AskedQuestion.shape.kind.parse(question.kind),
    text,
    choices,
    unit: AskedQuestion.shape.unit.parse(unit),
    tolerance,
    category_name,
    difficulty,
  };
  if (correct === null) {
    return { ...asked, chosen: null, answer: null, correct, explanation: null, calculation: null };
  }
  return {
    ...asked,
    chosen: question.chosen_value ?? question.chosen,
    answer: question.exact_answer ?? question.answer,
    correct,
    explanation: question.explanation,
    calculation: AskedCalculation.parse(question.calculation),
  };
}
