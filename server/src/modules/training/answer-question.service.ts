import { quizMessages } from 'contract/quiz/quiz.constants.ts';
import { trainingMessages } from 'contract/training/training.constants.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import { getAttempt, type TrainingDependencies } from './attempts.service.ts';
import { insertAnswer } from './training.queries.ts';

export async function answerQuestion(
  deps: TrainingDependencies,
  caller: Caller,
  { attemptId, questionId, choice }: { attemptId: string; questionId: string; choice: number },
) {
  const [answered] = await insertAnswer(deps.database, {
    attemptId,
    questionId,
    userId: caller.user.id,
    choice,
  });
  const attempt = await getAttempt(deps, caller, attemptId);
  const question = attempt.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound();
  const { answer, explanation } = question;
  if (answered && answer !== null && explanation !== null) {
    return { correct: answered.is_correct, answer, explanation, attempt };
  }
  if (question.chosen !== null) throw new AppError('conflict', trainingMessages.answeredAlready);
  throw validationFailed({ choice: [quizMessages.noSuchChoice] });
}
