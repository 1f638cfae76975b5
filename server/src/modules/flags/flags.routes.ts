import * as contract from 'contract/flags/flags.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { answerFlag, getFlag, listFlags } from './flag-queue.service.ts';
import { createFlag, listOwnFlags, readOwnFlag } from './flags.service.ts';

export function flagRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.createFlag, ({ body, ...actor }) => createFlag(deps, actor, body), {
    readCreated: ({ caller }, id) => readOwnFlag(deps, caller, id),
  });
  handle(app, contract.listOwnFlags, ({ query, caller }) => listOwnFlags(deps, caller, query));
  // The flagged users must not learn that they are listed, and the row has only their names.
  handle(app, contract.listFlags, ({ body, caller }) => listFlags(deps, caller, body));
  handle(app, contract.getFlag, ({ params, caller }) => getFlag(deps, caller, params.id), {
    views: ({ id, user_id }) => ({ userId: user_id, reason: `flag ${id}` }),
  });
  handle(app, contract.answerFlag, ({ params, body, ...actor }) => answerFlag(deps, actor, params.id, body));
}
