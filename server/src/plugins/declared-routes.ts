import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Routes without a contract: the documentation page and everything outside the API. */
const fileRoutes = [/^\/api\/docs(\/|$)/, /^\/(?!api(\/|$))/];

/** Deny by default: the server does not start if a route under /api has no contract, and so declares no access. */
export default fp(async function declaredRoutes(app: FastifyInstance) {
  app.addHook('onRoute', ({ config, url }) => {
    if (!config?.contract && !fileRoutes.some((pattern) => pattern.test(url))) {
      throw new Error(`${url} declares no access: every route under /api needs a contract.`);
    }
  });
});
