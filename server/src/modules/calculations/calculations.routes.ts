import {
  createCalculation as createCalculationRoute,
  deleteCalculation as deleteCalculationRoute,
  getCalculation as getCalculationRoute,
  listCalculations as listCalculationsRoute,
  shareCalculation as shareCalculationRoute,
  updateCalculation as updateCalculationRoute,
} from 'contract/calculations.ts';
import { calculationMessages } from 'contract/calculations.constants.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#route.ts';
import {
  type CalculationDependencies,
  createCalculation,
  deleteCalculation,
  getCalculation,
  listCalculations,
  refuseForeignCalculation,
  shareCalculation,
  updateCalculation,
} from './calculations.service.ts';

export function calculationRoutes(app: FastifyInstance, deps: CalculationDependencies): void {
  handle(app, listCalculationsRoute, ({ query, caller }) => listCalculations(deps, caller, query));

  handle(app, createCalculationRoute, async ({ body, caller }) => ({
    msg: calculationMessages.calculationSaved,
    calculation: await createCalculation(deps, caller, body),
  }));

  handle(app, getCalculationRoute, async ({ params, caller }) => {
    const { calculation, resultJson } = await getCalculation(deps, caller, params.id);
    // The engine has written the result: a serializer would read it and write it again.
    return Buffer.from(`{"calculation":${JSON.stringify(calculation)},"result":${resultJson}}`);
  });

  handle(
    app,
    updateCalculationRoute,
    async ({ params, body, caller }) => ({
      msg: calculationMessages.calculationUpdated,
      calculation: await updateCalculation(deps, caller, params.id, body),
    }),
    { refuseForeign: ({ params, caller }) => refuseForeignCalculation(deps, caller, params.id) },
  );

  handle(app, deleteCalculationRoute, async ({ params, caller }) => {
    await deleteCalculation(deps, caller, params.id);
    return undefined;
  });

  handle(
    app,
    shareCalculationRoute,
    async ({ params, body, caller }) => ({
      msg: calculationMessages.calculationShared,
      calculation: await shareCalculation(deps, caller, params.id, body.user_ids),
    }),
    { refuseForeign: ({ params, caller }) => refuseForeignCalculation(deps, caller, params.id) },
  );
}
