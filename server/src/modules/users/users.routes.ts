import { getUser as getUserRoute } from 'contract/users.ts';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#dependencies.ts';
import { handle } from '#route.ts';
import { getUser } from './users.service.ts';

export function userRoutes(app: FastifyInstance, deps: Dependencies): void {
  handle(app, getUserRoute, ({ params, caller }) => getUser(deps, caller, params.id));
}
