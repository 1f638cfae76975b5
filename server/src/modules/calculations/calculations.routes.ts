import * as contract from 'contract/calculations.ts';
import { calculationMessages } from 'contract/calculations.constants.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOwnRow, refuseForeignRow } from '#domain/own-rows.ts';
import { handle } from '#route.ts';
import {
  type CalculationDependencies,
  createCalculation,
  getCalculation,
  listCalculations,
  shareCalculation,
  updateCalculation,
} from './calculations.service.ts';

export function calculationRoutes(app: FastifyInstance, deps: CalculationDependencies): void {
  const calculations = deps.database.prisma.calculation;
  const refuseForeign = refuseForeignRow(calculations);

  handle(app, contract.listCalculations, ({ query, caller }) => listCalculations(deps, caller, query));

  handle(app, contract.createCalculation, async ({ body, caller }) => ({
    msg: calculationMessages.calculationSaved,
    calculation: await createCalculation(deps, caller, body),
  }));

  handle(app, contract.getCalculation, async ({ params, caller }) => {
    const { calculation, resultJson } = await getCalculation(deps, caller, params.id);
    // Already serialized by the engine.
    return Buffer.from(`{"calculation":${JSON.stringify(calculation)},"result":${resultJson}}`);
  });

  handle(
    app,
    contract.updateCalculation,
    async ({ params, body, caller }) => ({
      msg: calculationMessages.calculationUpdated,
      calculation: await updateCalculation(deps, caller, params.id, body),
    }),
    { refuseForeign },
  );

  handle(app, contract.deleteCalculation, deleteOwnRow(calculations));

  handle(
    app,
    contract.shareCalculation,
    async ({ params, body, caller }) => ({
      msg: calculationMessages.calculationShared,
      calculation: await shareCalculation(deps, caller, params.id, body.user_ids),
    }),
    { refuseForeign },
  );
}
