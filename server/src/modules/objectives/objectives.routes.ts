import * as contract from 'contract/objectives/objectives.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOwnRow, assertOwnRow } from '#domain/lists/own-rows.ts';
import { handle } from '#plugins/route.ts';
import {
  createObjective,
  listObjectives,
  type ObjectiveDependencies,
  readObjective,
  updateObjective,
} from './objectives.service.ts';

export function objectiveRoutes(app: FastifyInstance, deps: ObjectiveDependencies): void {
  const objectives = deps.database.prisma.objective;

  handle(app, contract.listObjectives, async ({ caller }) => ({ data: await listObjectives(deps, caller) }));
  handle(app, contract.createObjective, ({ body, caller }) => createObjective(deps, caller, body), {
    createdId: ({ id }) => id,
    readCreated: ({ caller }, id) => readObjective(deps, caller, id),
  });
  handle(
    app,
    contract.updateObjective,
    ({ params, body, caller }) => updateObjective(deps, caller, params.id, body),
    { checkOwnership: assertOwnRow(objectives) },
  );
  handle(app, contract.deleteObjective, deleteOwnRow(objectives));
}
