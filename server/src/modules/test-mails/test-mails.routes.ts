import * as contract from 'contract/test-mails/test-mails.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { getTestMail, requestTestMail } from './test-mails.service.ts';

export function testMailRoutes(app: FastifyInstance, deps: Pick<Dependencies, 'database'>): void {
  handle(app, contract.createTestMail, (actor) => requestTestMail(deps, actor));
  handle(app, contract.getTestMail, ({ params, caller }) => getTestMail(deps, caller, params.id));
}
