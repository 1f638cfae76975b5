import { idempotencyKeyHeader, replayedHeader } from 'contract/idempotency.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createOnce } from '#domain/idempotency/idempotency.ts';
import type { HasDatabase } from '#platform/database/database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs the work of a request with an `Idempotency-Key` once, and resolves to the body of the response. */
    createOnce: (
      request: FastifyRequest,
      reply: FastifyReply,
      work: () => Promise<{ status: number; response: object }>,
    ) => Promise<object>;
  }
}

export default fp(async function idempotency(app: FastifyInstance, { database }: HasDatabase) {
  app.decorate('createOnce', async (request, reply, work) => {
    const { contract } = request.routeOptions.config;
    const { isReplayed, status, response } = await createOnce(
      { database },
      {
        userId: request.caller?.user.id ?? '',
        operation: contract?.operation ?? '',
        key: String(request.headers[idempotencyKeyHeader]),
        body: [request.params, request.body],
        isSecret: contract?.idempotency === 'secret',
      },
      work,
    );
    reply.status(status);
    if (isReplayed) reply.header(replayedHeader, 'true');
    return response;
  });
});
