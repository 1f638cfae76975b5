import { loanMessages } from 'contract/loans/loans.constants.ts';
import * as contract from 'contract/scenarios/scenarios.ts';
import type { FastifyInstance } from 'fastify';
import { calculationCost, solutionCost, stressCost } from '#domain/finance/computation-cost.ts';
import { handle } from '#plugins/route.ts';
import { savingsResult } from './savings.service.ts';
import { scenarioJson } from './scenario.service.ts';
import { solutionJson } from './solve.service.ts';
import { stressedLoans } from './stress.service.ts';
import { switchJson } from './switching.service.ts';

export function scenarioRoutes(app: FastifyInstance): void {
  handle(app, contract.calculateScenario, async ({ body, request }) => {
    await app.chargeComputation(request, calculationCost.scenario(body));
    return successful(await scenarioJson(body));
  });
  handle(app, contract.stressScenario, async ({ body, request }) => {
    await app.chargeComputation(request, stressCost(body));
    return { msg: loanMessages.calculationSuccessful, data: await stressedLoans(body) };
  });
  handle(app, contract.solveLoan, async ({ body, request }) => {
    await app.chargeComputation(request, solutionCost(body));
    return successful(await solutionJson(body));
  });
  handle(app, contract.switchLoan, async ({ body, request }) => {
    await app.chargeComputation(request, calculationCost.switch(body));
    return successful(await switchJson(body));
  });
  handle(app, contract.calculateSavings, async ({ body, request }) => {
    await app.chargeComputation(request, calculationCost.savings(body));
    return { msg: loanMessages.calculationSuccessful, data: savingsResult(body) };
  });
}

const successful = (data: string) => `{"msg":"${loanMessages.calculationSuccessful}","data":${data}}`;
