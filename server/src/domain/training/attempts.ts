import type { AttemptQuestion, AttemptSummary } from 'contract/training/training.ts';
import type { QuizAttemptModel, QuizAttemptQuestionModel } from '#generated/prisma/models.ts';

export const withQuestions = { questions: { orderBy: { position: 'asc' } } } as const;

export type StoredAttempt = QuizAttemptModel & { questions: QuizAttemptQuestionModel[] };

export function toAttempt(attempt: StoredAttempt) {
  return { ...toSummary(attempt), questions: attempt.questions.map(toAttemptQuestion) };
}

type Outcome = Pick<QuizAttemptQuestionModel, 'category_name' | 'answer' | 'chosen'>;

export function toSummary(attempt: QuizAttemptModel & { questions: Outcome[] }) {
  const { user_id: _owner, questions, ...summary } = attempt;
  return { ...summary, by_category: byCategory(questions) };
}

function byCategory(questions: readonly Outcome[]): AttemptSummary['by_category'] {
  const names = [...new Set(questions.map(({ category_name }) => category_name))].toSorted();
  return names.map((name) => {
    const ofCategory = questions.filter(({ category_name }) => category_name === name);
    const correct = ofCategory.filter(({ answer, chosen }) => answer === chosen);
    return { name, total: ofCategory.length, correct: correct.length };
  });
}

/** The correct answer is hidden until the question is answered. */
function toAttemptQuestion(question: QuizAttemptQuestionModel): AttemptQuestion {
  const { question_id, text, choices, category_name, difficulty, chosen, answer, explanation } = question;
  const isAnswered = chosen !== null;
  return {
    id: question_id,
    text,
    choices,
    category_name,
    difficulty,
    chosen,
    answer: isAnswered ? answer : null,
    explanation: isAnswered ? explanation : null,
  };
}
