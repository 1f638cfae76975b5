import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';

const build = SerializerSelector()({}, {});

/**
 * Responses are written by the schemas of the contract, so only declared fields leave. Each serializer is compiled at
 * its first response: all of them would cost every start time and memory.
 */
export default fp(async function serializers(app: FastifyInstance) {
  app.setSerializerCompiler<z.ZodType>(({ method, url, httpStatus = '', schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    const compile = () =>
      build({ method, url, httpStatus, schema: z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) });
    return (value) => (serialize ??= compile())(value);
  });
});
