import { idempotencyKeyHeader, replayedHeader } from 'contract/idempotency.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createOnce } from '#domain/idempotency/idempotency.ts';
import type { HasDatabase } from '#platform/database/database.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs `create` of a request with an `Idempotency-Key` once, and resolves to its value, or to that of `read`. */
    createOnce: <Value>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: {
        /** What another request with the key is compared with. */
        body: unknown;
        create: () => Promise<{ status: number; recordId: string; value: Value }>;
        read: ((recordId: string) => Promise<Value>) | undefined;
      },
    ) => Promise<Value>;
  }
}

export default fp(async function idempotency(app: FastifyInstance, { database }: HasDatabase) {
  app.decorate('createOnce', async (request, reply, work) => {
    const { isReplayed, status, value } = await createOnce(
      { database },
      {
        userId: request.caller?.user.id ?? '',
        operation: request.routeOptions.config.contract?.operation ?? '',
        key: String(request.headers[idempotencyKeyHeader]),
        ...work,
      },
    );
    reply.status(status);
    if (isReplayed) reply.header(replayedHeader, 'true');
    return value;
  });
});
