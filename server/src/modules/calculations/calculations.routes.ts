import * as contract from 'contract/calculations/calculations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deleteOwnRow, assertOwnRow } from '#domain/lists/own-rows.ts';
import { handle } from '#plugins/route.ts';
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
  const checkOwnership = assertOwnRow(calculations);

  const charging = (request: FastifyRequest) => ({
    ...deps,
    charge: (cost: number) => app.chargeComputation(request, cost),
  });

  handle(app, contract.listCalculations, ({ query, caller }) => listCalculations(deps, caller, query));

  handle(
    app,
    contract.createCalculation,
    ({ body, caller, request }) => createCalculation(charging(request), caller, body),
    { readCreated: ({ caller }, id) => readCalculation(deps.database, caller, id) },
  );

  handle(app, contract.getCalculation, async ({ params, caller, request }) => {
    return JSON.stringify(await getCalculation(charging(request), caller, params.id));
  });

  handle(
    app,
    contract.updateCalculation,
    ({ params, body, caller, request }) => updateCalculation(charging(request), caller, params.id, body),
    { checkOwnership },
  );

  handle(
    app,
    contract.acceptCalculation,
    ({ params, caller, request }) => acceptCalculation(charging(request), caller, params.id),
    { checkOwnership },
  );

  handle(app, contract.deleteCalculation, deleteOwnRow(calculations));

  handle(
    app,
    contract.shareCalculation,
    ({ params, body, caller }) => shareCalculation(deps, caller, params.id, body.user_ids),
    { checkOwnership },
  );
}
