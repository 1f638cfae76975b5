import * as contract from 'contract/loans/loans.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#plugins/route.ts';
import { loanJson } from './loan-json.ts';

export function loanRoutes(app: FastifyInstance): void {
  handle(
    app,
    contract.calculatePrincipal,
    ({ body }) => `{"msg":"${loanMessages.calculationSuccessful}","data":${loanJson(body)}}`,
  );
}
