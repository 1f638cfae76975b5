import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { fieldErrors, validationFailed } from '#errors.ts';

/** Requests are checked by the schemas of the contract. An absent body counts as an empty one. */
export default fp(async function validators(app: FastifyInstance) {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (input: unknown) => {
    const parsed = schema.safeParse(httpPart === 'body' ? (input ?? {}) : input);
    return parsed.success ? { value: parsed.data } : { error: validationFailed(fieldErrors(parsed.error)) };
  });
});
