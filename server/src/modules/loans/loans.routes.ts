import * as contract from 'contract/loans/loans.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { FastifyInstance } from 'fastify';
import { handle, serializedJson } from '#plugins/route.ts';
import { loanJson } from './loans.service.ts';

export function loanRoutes(app: FastifyInstance): void {
  handle(app, contract.calculatePrincipal, ({ body }) =>
    serializedJson(`{"msg":"${loanMessages.calculationSuccessful}","data":${loanJson(body)}}`),
  );
}
