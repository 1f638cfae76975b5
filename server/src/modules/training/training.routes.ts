import { trainingMessages } from 'contract/training.constants.ts';
import {
  answerQuestion as answerQuestionRoute,
  deleteAttempt as deleteAttemptRoute,
  getAttempt as getAttemptRoute,
  listAttempts as listAttemptsRoute,
  listTrainingCategories as listTrainingCategoriesRoute,
  listTrainingFriends as listTrainingFriendsRoute,
  startAttempt as startAttemptRoute,
} from 'contract/training.ts';
import type { FastifyInstance } from 'fastify';
import { busy } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { handle } from '#route.ts';
import { answerQuestion, refuseForeignAttempt } from './answer-question.service.ts';
import {
  deleteAttempt,
  getAttempt,
  listAttempts,
  listTrainingCategories,
  startAttempt,
  type TrainingDependencies,
} from './attempts.service.ts';
import { listTrainingFriends } from './training-friends.service.ts';

/** Of the pool's connections, so that a class that starts at once leaves some to others. */
const startsAtOnce = 4;
const waitingStarts = 2_000;
const retryAfterSeconds = 5;

export function trainingRoutes(app: FastifyInstance, deps: TrainingDependencies): void {
  const starts = createSemaphore({
    permits: startsAtOnce,
    places: waitingStarts,
    refusal: () => busy(retryAfterSeconds),
  });

  handle(app, listTrainingCategoriesRoute, async () => ({ data: await listTrainingCategories(deps) }));
  handle(app, listTrainingFriendsRoute, async ({ caller }) => ({
    data: await listTrainingFriends(deps, caller),
  }));

  handle(app, startAttemptRoute, async ({ body, caller }) => ({
    msg: trainingMessages.attemptStarted,
    attempt: await starts.run(() => startAttempt(deps, caller, body)),
  }));
  handle(app, listAttemptsRoute, ({ query, caller }) => listAttempts(deps, caller, query));
  handle(app, getAttemptRoute, ({ params, caller }) => getAttempt(deps, caller, params.id));
  handle(app, deleteAttemptRoute, async ({ params, caller }) => {
    await deleteAttempt(deps, caller, params.id);
    return undefined;
  });

  handle(
    app,
    answerQuestionRoute,
    ({ params, body, caller }) =>
      answerQuestion(deps, caller, {
        attemptId: params.id,
        questionId: body.question_id,
        choice: body.choice,
      }),
    { refuseForeign: ({ params, caller }) => refuseForeignAttempt(deps, caller, params.id) },
  );
}
