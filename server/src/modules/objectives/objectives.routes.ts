import { objectiveMessages } from 'contract/objectives.constants.ts';
import {
  createObjective as createObjectiveRoute,
  deleteObjective as deleteObjectiveRoute,
  listObjectives as listObjectivesRoute,
  updateObjective as updateObjectiveRoute,
} from 'contract/objectives.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#route.ts';
import {
  createObjective,
  deleteObjective,
  listObjectives,
  type ObjectiveDependencies,
  refuseForeignObjective,
  updateObjective,
} from './objectives.service.ts';

export function objectiveRoutes(app: FastifyInstance, deps: ObjectiveDependencies): void {
  handle(app, listObjectivesRoute, async ({ caller }) => ({ data: await listObjectives(deps, caller) }));

  handle(app, createObjectiveRoute, async ({ body, caller }) => ({
    msg: objectiveMessages.objectiveCreated,
    objective: await createObjective(deps, caller, body),
  }));

  handle(
    app,
    updateObjectiveRoute,
    async ({ params, body, caller }) => ({
      msg: objectiveMessages.objectiveUpdated,
      objective: await updateObjective(deps, caller, params.id, body),
    }),
    { refuseForeign: ({ params, caller }) => refuseForeignObjective(deps, caller, params.id) },
  );

  handle(app, deleteObjectiveRoute, async ({ params, caller }) => {
    await deleteObjective(deps, caller, params.id);
    return undefined;
  });
}
