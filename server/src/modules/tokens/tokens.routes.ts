import { tokenMessages } from 'contract/tokens/tokens.constants.ts';
import * as contract from 'contract/tokens/tokens.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#plugins/route.ts';
import { createToken, deleteToken, listTokens } from './tokens.service.ts';

export function tokenRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, contract.listTokens, ({ caller }) => listTokens(deps, caller));
  handle(
    app,
    contract.createToken,
    async ({ body, ...actor }) => ({
      msg: tokenMessages.tokenCreated,
      ...(await createToken(deps, actor, body)),
    }),
    { createdId: ({ data }) => data.id },
  );
  handle(app, contract.deleteToken, ({ params, ...actor }) => deleteToken(deps, actor, params.id));
}
