import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { fieldErrors, type RequestPart, validationFailed } from '#errors.ts';
import { parseInput } from '#platform/parse-input.ts';
import { excessOfNames } from '#platform/request-size.ts';

/**
 * Requests are checked by the schemas of the contract. An absent body counts as an empty one. The names of a body have been
 * counted while it was parsed.
 */
export default fp(async function validators(app: FastifyInstance) {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => {
    const part: RequestPart = httpPart === 'body' ? 'body' : 'query';
    return (input: object | undefined) => {
      const excess = part === 'query' ? excessOfNames(input ?? {}) : undefined;
      if (excess) return { error: validationFailed({ query: [excess] }) };
      const value = part === 'body' ? (input ?? {}) : withoutEmpty(input ?? {}, schema);
      const { data, error } = parseInput(schema, value);
      return error ? { error: validationFailed(fieldErrors(error, part)) } : { value: data };
    };
  });
});

/** An empty value in a query is an absent one. A name that the operation does not have is refused with any value. */
function withoutEmpty(query: object, schema: z.ZodType): object {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const isEmpty = ([name, value]: [string, unknown]) => value === '' && Object.hasOwn(shape, name);
  return Object.fromEntries(Object.entries(query).filter((entry) => !isEmpty(entry)));
}
