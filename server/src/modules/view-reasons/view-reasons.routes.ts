import { viewReasonMessages } from 'contract/view-reasons/view-reasons.constants.ts';
import * as contract from 'contract/view-reasons/view-reasons.ts';
import type { FastifyInstance } from 'fastify';
import type { HasDatabase } from '#platform/database/database.ts';
import { handle } from '#plugins/route.ts';
import { createViewReason } from './view-reasons.service.ts';

export function viewReasonRoutes(app: FastifyInstance, deps: HasDatabase): void {
  handle(app, contract.createViewReason, async ({ params, body, ...actor }) => ({
    msg: viewReasonMessages.created,
    expires_at: await createViewReason(deps, actor, params.userId, body.reason),
  }));
}
