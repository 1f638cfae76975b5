import * as contract from 'contract/suspensions/suspensions.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { endSuspension, suspendUser } from './suspensions.service.ts';

export function suspensionRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.suspendUser, ({ params, body, ...actor }) =>
    suspendUser(deps, actor, params.userId, body),
  );
  handle(app, contract.endSuspension, ({ params, body, ...actor }) =>
    endSuspension(deps, actor, params.userId, body.reason),
  );
}
