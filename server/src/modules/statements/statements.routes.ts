import { checkStatement } from 'contract/statements/statements.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import type { FastifyInstance } from 'fastify';
import { calculationCost } from '#domain/finance/computation-cost.ts';
import { inSlices } from '#domain/finance/calculators.ts';
import { calculated, handle } from '#plugins/route.ts';

export function statementRoutes(app: FastifyInstance): void {
  handle(app, checkStatement, async ({ body, request, reply }) => {
    const charging = app.charging(request, reply);
    return calculated(await inSlices(charging, calculationCost.statement(body), statementResult(body)));
  });
}
