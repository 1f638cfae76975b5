import * as contract from 'contract/calculations/calculations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readInput } from '#domain/finance/calculators.ts';
import { deleteOwnRow } from '#domain/lists/own-rows.ts';
import { handle, handleOwn } from '#plugins/route.ts';
import {
  acceptCalculation,
  type CalculationDependencies,
  createCalculation,
  getCalculation,
  listCalculations,
  readCalculation,
  shareCalculation,
  updateCalculation,
} from './calculations.service.ts';

export function calculationRoutes(app: FastifyInstance, deps: CalculationDependencies): void {
  const calculations = deps.database.prisma.calculation;
  const change = handleOwn(app, calculations);

  const charging = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => ({
    ...deps,
    charging: app.charging(request, reply),
  });

  handle(app, contract.listCalculations, ({ query, caller }) => listCalculations(deps, caller, query));

  handle(
    app,
    contract.createCalculation,
    ({ body, caller, ...call }) => createCalculation(charging(call), caller, body),
    {
      meaning: (body) => ({ ...body, input: readInput(body.kind, body.input) }),
      readCreated: ({ caller }, id) => readCalculation(deps.database, caller, id),
    },
  );

  handle(app, contract.getCalculation, async ({ params, caller, ...call }) => {
    return JSON.stringify(await getCalculation(charging(call), caller, params.id));
  });

  change(contract.updateCalculation, ({ params, body, caller, ...call }) =>
    updateCalculation(charging(call), caller, params.id, body),
  );

  change(contract.acceptCalculation, ({ params, caller, ...call }) =>
    acceptCalculation(charging(call), caller, params.id),
  );

  handle(app, contract.deleteCalculation, deleteOwnRow(calculations));

  change(contract.shareCalculation, ({ params, body, caller }) =>
    shareCalculation(deps, caller, params.id, body.user_ids),
  );
}
