import { checkStatement } from 'contract/statements/statements.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import type { FastifyInstance } from 'fastify';
import { calculationCost } from '#domain/finance/computation-cost.ts';
import { inSlices } from '#domain/finance/in-slices.ts';
import { signalOf } from '#plugins/client-info.ts';
import { calculated, handle } from '#plugins/route.ts';

export function statementRoutes(app: FastifyInstance): void {
  handle(app, checkStatement, async ({ body, request, reply }) => {
    await app.chargeComputation(request, calculationCost.statement(body));
    return calculated(await inSlices(statementResult(body), signalOf(reply)));
  });
}
