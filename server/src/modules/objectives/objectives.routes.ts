import * as contract from 'contract/objectives/objectives.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deleteOwnRow } from '#domain/lists/own-rows.ts';
import { handle, handleOwn } from '#plugins/route.ts';
import {
  createObjective,
  listObjectives,
  type ObjectiveDependencies,
  readObjective,
  updateObjective,
} from './objectives.service.ts';

export function objectiveRoutes(app: FastifyInstance, deps: ObjectiveDependencies): void {
  const objectives = deps.database.prisma.objective;

  const charging = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => ({
    ...deps,
    charging: app.charging(request, reply),
  });

  handle(app, contract.listObjectives, async ({ caller, ...call }) => ({
    data: await listObjectives(charging(call), caller),
  }));
  handle(
    app,
    contract.createObjective,
    ({ body, caller, ...call }) => createObjective(charging(call), caller, body),
    {
      meaning: (body) => ({ ...body, current_amount: body.current_amount ?? 0 }),
      readCreated: ({ caller, ...call }, id) => readObjective(charging(call), caller, id),
    },
  );
  handleOwn(app, objectives)(contract.updateObjective, ({ params, body, caller, ...call }) =>
    updateObjective(charging(call), caller, params.id, body),
  );
  handle(app, contract.deleteObjective, deleteOwnRow(objectives));
}
