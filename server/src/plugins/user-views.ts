import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import {
  readSearchReason,
  recordViews,
  type View,
  type ViewDependencies,
} from '#domain/accounts/user-views.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { clientInfoOf } from './client-info.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records what a response to staff shows of other users, or refuses it (403). */
    recordViews: (request: FastifyRequest, view: View, searchReason?: string | null) => Promise<void>;
    /** The reason of a search of staff, or refuses the search (403). */
    readSearchReason: (caller: Caller | null, search: object) => Promise<string | null>;
  }
}

export default fp(async function userViews(app: FastifyInstance, { deps }: { deps: ViewDependencies }) {
  app.decorate('recordViews', async (request, view, searchReason) => {
    const { caller } = request;
    const { contract } = request.routeOptions.config;
    if (!caller || !contract) return;
    await recordViews(deps, { caller, clientInfo: clientInfoOf(request) }, contract.operation, {
      view,
      searchReason: searchReason ?? null,
    });
  });
  app.decorate('readSearchReason', async (caller, search) =>
    caller ? readSearchReason(deps, { caller }, search) : null,
  );
});
