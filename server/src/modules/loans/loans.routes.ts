import { calculatePrincipal } from 'contract/loans.ts';
import { messages } from 'contract/messages.ts';
import type { FastifyInstance } from 'fastify';
import { handle, writtenJson } from '#route.ts';
import { calculateLoan } from './loans.service.ts';

export function loanRoutes(app: FastifyInstance): void {
  handle(app, calculatePrincipal, ({ body }) =>
    writtenJson(`{"msg":"${messages.calculationSuccessful}","data":${calculateLoan(body)}}`),
  );
}
