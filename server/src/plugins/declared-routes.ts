import type { Route } from 'contract/route.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    /** The contract of every route that is served. */
    contracts: Route[];
  }
}

/** Routes that serve files instead of a contract: the documentation page and everything outside the API. */
const fileRoutes = [/^\/api\/docs(\/|$)/, /^\/(?!api(\/|$))/];

/** Deny by default: a route under /api that keeps no contract, and so declares no access, does not start. */
export default fp(async (app: FastifyInstance) => {
  app.decorate('contracts', []);

  app.addHook('onRoute', ({ config, url, method }) => {
    if (config?.contract) {
      if (method !== 'HEAD') app.contracts.push(config.contract);
    } else if (!fileRoutes.some((pattern) => pattern.test(url))) {
      throw new Error(`${url} declares no access: every route under /api keeps a contract.`);
    }
  });
});
