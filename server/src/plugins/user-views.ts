import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import {
  recordViews,
  requireReason,
  runSearch,
  type Search,
  type View,
  type ViewDependencies,
} from '#domain/accounts/user-views.ts';
import { clientInfoOf } from './client-info.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records what a response to staff shows of other users, or refuses it (403). */
    recordViews: (request: FastifyRequest, view: View, search?: Search) => Promise<void>;
    /** Refuses a request (403) that is compared with the record of a user, for whom the agent has to state a reason. */
    requireReason: (request: FastifyRequest, userId: string) => Promise<void>;
    /** Runs a search of staff, or refuses it (403). */
    runSearch: <Result>(
      request: FastifyRequest,
      search: object,
      work: (search?: Search) => Promise<Result>,
    ) => Promise<Result>;
  }
}

export default fp(async function userViews(app: FastifyInstance, { deps }: { deps: ViewDependencies }) {
  app.decorate('recordViews', async (request, view, search) => {
    const { caller } = request;
    const { contract } = request.routeOptions.config;
    if (!caller || !contract) return;
    await recordViews(deps, { caller, clientInfo: clientInfoOf(request) }, contract.operation, {
      view,
      search,
    });
  });
  app.decorate('requireReason', async ({ caller }, userId) => {
    if (caller) await requireReason(deps, { caller }, userId);
  });
  app.decorate('runSearch', async (request, search, work) => {
    const { caller } = request;
    const { contract } = request.routeOptions.config;
    if (!caller || !contract) return work();
    const actor = { caller, clientInfo: clientInfoOf(request) };
    const requested = { action: contract.operation, request: search, rowsAreChecked: true };
    return runSearch(deps, actor, requested, work);
  });
});
