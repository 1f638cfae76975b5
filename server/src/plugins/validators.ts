import { requestLimits } from 'contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { fieldErrors, type RequestPart, validationFailed } from '#errors.ts';
import { hasTooManyNames } from '#platform/bounded-names.ts';

/** Requests are checked by the schemas of the contract. An absent body counts as an empty one. */
export default fp(async function validators(app: FastifyInstance) {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => {
    const part: RequestPart = httpPart === 'body' ? 'body' : 'query';
    return (input: unknown) => {
      if (hasTooManyNames(input, requestLimits.maxNames)) return { error: tooManyNames(part) };
      const parsed = schema.safeParse(part === 'body' ? (input ?? {}) : input);
      return parsed.success
        ? { value: parsed.data }
        : { error: validationFailed(fieldErrors(parsed.error, part)) };
    };
  });
});

/** Refused before the schema, whose errors would cost many times more than the request. */
export const tooManyNames = (part: RequestPart) =>
  validationFailed({ [part]: [`Must have at most ${requestLimits.maxNames} fields at one level.`] });
