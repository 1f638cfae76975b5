import * as contract from 'contract/objectives/objectives.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOwnRow, assertOwnRow } from '#domain/lists/own-rows.ts';
import { signalOf } from '#plugins/client-info.ts';
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

  handle(app, contract.listObjectives, async ({ caller, reply }) => ({
    data: await listObjectives(deps, caller, signalOf(reply)),
  }));
  handle(
    app,
    contract.createObjective,
    ({ body, caller, reply }) => createObjective(deps, caller, body, signalOf(reply)),
    {
      createdId: ({ id }) => id,
      readCreated: ({ caller, reply }, id) => readObjective(deps, caller, id, signalOf(reply)),
    },
  );
  handle(
    app,
    contract.updateObjective,
    ({ params, body, caller, reply }) => updateObjective(deps, caller, params.id, body, signalOf(reply)),
    { checkOwnership: assertOwnRow(objectives) },
  );
  handle(app, contract.deleteObjective, deleteOwnRow(objectives));
}
