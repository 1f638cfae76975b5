import { tokenMessages } from 'contract/tokens.constants.ts';
import {
  createToken as createTokenRoute,
  deleteToken as deleteTokenRoute,
  listTokens as listTokensRoute,
} from 'contract/tokens.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#route.ts';
import { createToken, deleteToken, listTokens } from './tokens.service.ts';

export function tokenRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, listTokensRoute, ({ caller }) => listTokens(deps, caller));
  handle(app, createTokenRoute, async ({ body, caller, clientInfo }) => ({
    msg: tokenMessages.tokenCreated,
    ...(await createToken(deps, clientInfo, caller, body)),
  }));
  handle(app, deleteTokenRoute, async ({ params, caller, clientInfo }) => {
    await deleteToken(deps, clientInfo, caller, params.id);
    return undefined;
  });
}
