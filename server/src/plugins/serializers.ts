import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';

const build = SerializerSelector()({}, {});

/**
 * The schemas of the contract serialize the responses, so only declared fields are sent. Each serializer is compiled at
 * its first response, because compiling all of them would cost time and memory at every start.
 */
export default fp(async function serializers(app: FastifyInstance) {
  app.setSerializerCompiler<z.ZodType>(({ method, url, httpStatus = '', schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    const compile = () =>
      build({ method, url, httpStatus, schema: z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) });
    return (value) => (serialize ??= compile())(value);
  });
});
