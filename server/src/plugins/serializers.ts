import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';

const build = SerializerSelector()({}, {});

type Serialize = (value: unknown) => string;

/** Of all apps of the process: tests start many. */
const compiled = new WeakMap<z.ZodType, Serialize>();

type Route = Omit<Parameters<typeof build>[0], 'schema'>;

function compile(route: Route, schema: z.ZodType): Serialize {
  const serialize = build({ ...route, schema: z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) });
  compiled.set(schema, serialize);
  return serialize;
}

/**
 * The schemas of the contract serialize the responses, so only declared fields are sent. Each serializer is compiled at
 * its first response, because compiling all of them would cost time and memory at every start.
 */
export default fp(async function serializers(app: FastifyInstance) {
  app.setSerializerCompiler<z.ZodType>(
    ({ schema, httpStatus = '', ...route }) =>
      (value) =>
        (compiled.get(schema) ?? compile({ ...route, httpStatus }, schema))(value),
  );
});
