import { calculatePrincipal } from 'contract/loans.ts';
import { messages } from 'contract/messages.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from '#route.ts';
import { calculateLoan } from './loans.service.ts';

export function loanRoutes(app: FastifyInstance): void {
  handle(app, calculatePrincipal, ({ body }) => ({
    msg: messages.calculationSuccessful,
    data: calculateLoan(body),
  }));
}
