import * as contract from 'contract/training/training.ts';
import type { Route } from 'contract/route.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOwnRow } from '#domain/lists/own-rows.ts';
import { busy } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import type { QuestionCalculators } from '#domain/training/solutions.ts';
import { type Call, handle, handleOwn } from '#plugins/route.ts';
import {
  answerQuestion,
  type AttemptDependencies,
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

export function trainingRoutes(
  app: FastifyInstance,
  deps: AttemptDependencies & { calculators: QuestionCalculators['calculators'] },
): void {
  const charging = ({ request, reply }: Pick<Call<Route>, 'request' | 'reply'>): TrainingDependencies => ({
    ...deps,
    logger: request.log,
    calculators: { calculators: deps.calculators, ...app.chargeQuestions(request, reply) },
  });

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

  handle(app, contract.sampleQuestions, (call) => starts.run(() => sampleQuestions(charging(call))));
  handle(app, contract.checkSample, ({ body, ...call }) => checkSample(charging(call), body));
  handle(app, contract.saveSample, ({ body, caller, ...call }) => saveSample(charging(call), caller, body));

  handle(app, contract.startAttempt, ({ body, caller, ...call }) =>
    starts.run(() => startAttempt(charging(call), caller, body)),
  );
  handle(app, contract.listAttempts, ({ query, caller }) => listAttempts(deps, caller, query));
  handle(app, contract.getAttempt, ({ params, caller }) => getAttempt(deps, caller, params.id));
  handle(app, contract.deleteAttempt, deleteOwnRow(attempts));

  handleOwn(app, attempts)(contract.answerQuestion, ({ params, body, caller }) =>
    answerQuestion(deps, caller, params.id, body),
  );
}
