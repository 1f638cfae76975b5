import { loanMessages } from 'contract/loans.constants.ts';
import * as contract from 'contract/workshop.ts';
import type { FastifyInstance } from 'fastify';
import { handle, writtenJson } from '#route.ts';
import { savingsResult } from './savings.service.ts';
import { scenarioJson } from './scenario.service.ts';
import { solutionJson } from './solve.service.ts';
import { stressedLoans } from './stress.service.ts';

export function workshopRoutes(app: FastifyInstance): void {
  handle(app, contract.calculateScenario, ({ body }) => successful(scenarioJson(body)));
  handle(app, contract.stressScenario, ({ body }) => ({
    msg: loanMessages.calculationSuccessful,
    data: stressedLoans(body),
  }));
  handle(app, contract.solveLoan, ({ body }) => successful(solutionJson(body)));
  handle(app, contract.calculateSavings, ({ body }) => ({
    msg: loanMessages.calculationSuccessful,
    data: savingsResult(body),
  }));
}

const successful = (data: string) =>
  writtenJson(`{"msg":"${loanMessages.calculationSuccessful}","data":${data}}`);
