import { promisify } from 'node:util';
import multipart from '@fastify/multipart';
import type { FastifyInstance, onRequestAsyncHookHandler, onResponseAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';

type Options = Parameters<typeof multipart>[1];

/**
 * `@fastify/multipart`, whose hooks run only where a form may be sent. They tidy up after one; every other request
 * would pay three promises and a listener for that, a tenth of an empty one.
 */
export default fp(async (app: FastifyInstance, options: Options) => {
  const onlyForms = Object.assign(Object.create(app) as FastifyInstance, {
    addHook: (
      name: 'onRequest' | 'onResponse',
      hook: onRequestAsyncHookHandler & onResponseAsyncHookHandler,
    ) =>
      app.addHook('onRoute', (route) => {
        if (!route.config?.contract?.bodyTypes?.includes('multipart')) return;
        route[name] = [...[route[name] ?? []].flat(), hook];
      }),
  });
  await promisify<FastifyInstance, Options>(multipart)(onlyForms, options);
});
