import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { recordViews, type View, type ViewDependencies } from '#domain/accounts/user-views.ts';
import { clientInfoOf } from './client-info.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records what a response to staff shows of other users, or refuses it (403). */
    recordViews: (request: FastifyRequest, view: View) => Promise<void>;
  }
}

export default fp(async function userViews(app: FastifyInstance, { deps }: { deps: ViewDependencies }) {
  app.decorate('recordViews', async (request, view) => {
    const { caller } = request;
    const { contract } = request.routeOptions.config;
    if (!caller || !contract) return;
    await recordViews(deps, { caller, clientInfo: clientInfoOf(request) }, contract.operation, view);
  });
});
