import { loanMessages } from 'contract/loans.constants.ts';
import { calculateSavings, calculateScenario, solveLoan, stressScenario } from 'contract/workshop.ts';
import type { FastifyInstance } from 'fastify';
import { handle, writtenJson } from '#route.ts';
import { savingsResult } from './savings.service.ts';
import { scenarioJson } from './scenario.service.ts';
import { solutionJson } from './solve.service.ts';
import { stressedLoans } from './stress.service.ts';

export function workshopRoutes(app: FastifyInstance): void {
  handle(app, calculateScenario, ({ body }) => successful(scenarioJson(body)));
  handle(app, stressScenario, ({ body }) => ({
    msg: loanMessages.calculationSuccessful,
    data: stressedLoans(body),
  }));
  handle(app, solveLoan, ({ body }) => successful(solutionJson(body)));
  handle(app, calculateSavings, ({ body }) => ({
    msg: loanMessages.calculationSuccessful,
    data: savingsResult(body),
  }));
}

const successful = (data: string) =>
  writtenJson(`{"msg":"${loanMessages.calculationSuccessful}","data":${data}}`);
