import * as contract from 'contract/scenarios/scenarios.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { stressResult } from 'engine/calculators/rate-change.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import type { FastifyInstance } from 'fastify';
import { calculationCost, solutionCost, stressCost } from '#domain/finance/computation-cost.ts';
import { inSlices } from '#domain/finance/calculators.ts';
import { calculated, handle } from '#plugins/route.ts';

export function scenarioRoutes(app: FastifyInstance): void {
  handle(app, contract.calculateScenario, async ({ body, request }) => {
    await app.chargeComputation(request, calculationCost.scenario(body));
    return calculated(scenarioResult(body));
  });
  handle(app, contract.stressScenario, async ({ body, request, reply }) => {
    return calculated(await inSlices(app.charging(request, reply), stressCost(body), stressResult(body)));
  });
  handle(app, contract.solveLoan, async ({ body, request, reply }) => {
    return calculated(await inSlices(app.charging(request, reply), solutionCost(body), solveResult(body)));
  });
  handle(app, contract.switchLoan, async ({ body, request, reply }) => {
    return calculated(
      await inSlices(app.charging(request, reply), calculationCost.switch(body), switchResult(body)),
    );
  });
  handle(app, contract.calculateSavings, async ({ body, request }) => {
    await app.chargeComputation(request, calculationCost.savings(body));
    return calculated(savingsResult(body));
  });
}
