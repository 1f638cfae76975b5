import * as contract from 'contract/training/training.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOwnRow, assertOwnRow } from '#domain/lists/own-rows.ts';
import { busy } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { handle } from '#plugins/route.ts';
import {
  answerQuestion,
  getAttempt,
  listAttempts,
  startAttempt,
  type TrainingDependencies,
} from './attempts.service.ts';
import { listTrainingCategories } from './categories.service.ts';
import { checkSample, saveSample, sampleQuestions } from './samples.service.ts';
import { selectSharingFriends } from './training.queries.ts';

/** Leaves some connections of the pool to others when a whole class starts at once. */
const startsAtOnce = 4;
const waitingStarts = 2_000;
const retryAfterSeconds = 5;

export function trainingRoutes(app: FastifyInstance, deps: TrainingDependencies): void {
  const starts = createSemaphore({
    permits: startsAtOnce,
    maxWaiting: waitingStarts,
    refusal: () => busy(retryAfterSeconds),
  });

  const attempts = deps.database.prisma.quizAttempt;

  handle(app, contract.listTrainingCategories, ({ caller }) => listTrainingCategories(deps, caller));
  handle(app, contract.listTrainingFriends, async ({ caller }) => ({
    data: await selectSharingFriends(deps.database, caller.user.id),
  }));

  handle(app, contract.sampleQuestions, () => starts.run(() => sampleQuestions(deps)));
  handle(app, contract.checkSample, ({ body }) => checkSample(deps, body));
  handle(app, contract.saveSample, ({ body, caller }) => saveSample(deps, caller, body));

  handle(app, contract.startAttempt, ({ body, caller }) =>
    starts.run(() => startAttempt(deps, caller, body)),
  );
  handle(app, contract.listAttempts, ({ query, caller }) => listAttempts(deps, caller, query));
  handle(app, contract.getAttempt, ({ params, caller }) => getAttempt(deps, caller, params.id));
  handle(app, contract.deleteAttempt, deleteOwnRow(attempts));

  handle(
    app,
    contract.answerQuestion,
    ({ params, body, caller }) => answerQuestion(deps, caller, params.id, body),
    { checkOwnership: assertOwnRow(attempts) },
  );
}
