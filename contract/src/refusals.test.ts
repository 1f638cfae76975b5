import { expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from './routes.ts';

const long = [
  'x'.repeat(41),
  'x'.repeat(5_000),
  `0.${'1'.repeat(41)}`,
  Array.from({ length: 2_000 }, () => 0),
];
const values = [
  true,
  0,
  -1,
  1.5,
  1e13,
  -1e13,
  1e300,
  '',
  'x',
  '\u0000',
  '\ud800',
  [],
  ['x'],
  [5],
  [[]],
  {},
  ...long,
];

/** The example of a body, with each value at each place, and with each value as each other field of its schema. */
function* variants(schema: z.ZodType, example: unknown): Generator {
  yield* values;
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  if (inner) return yield* variants(inner, example);
  if (Array.isArray(example)) {
    const element = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : z.unknown();
    for (const entry of variants(element, example[0])) yield [entry];
  } else if (typeof example === 'object' && example !== null) {
    const shape: z.ZodRawShape = schema instanceof z.ZodObject ? schema.shape : {};
    const fields: Record<string, unknown> = { ...shape, ...example };
    for (const name of Object.keys(fields)) {
      const value = name in example ? (example as Record<string, unknown>)[name] : [{}];
      for (const variant of [null, ...variants((shape[name] as z.ZodType) ?? z.unknown(), value)])
        yield { ...example, [name]: variant };
    }
  }
}

it('no message of a refused field is one of the validation library, or about a number that is none', () => {
  const faults = routes.flatMap(({ operation, body, query, bodyExample }) =>
    [body, query].flatMap((schema) => {
      if (!schema) return [];
      const example = schema === body ? bodyExample : {};
      const issues = [...variants(schema, example)].flatMap(
        (value) => schema.safeParse(value).error?.issues ?? [],
      );
      const raw = issues.filter(
        ({ code, message }) =>
          code !== 'unrecognized_keys' && /^Invalid |^Too |\bNaN\b|0011111/.test(message),
      );
      return raw.map(({ path, message }) => `${operation} ${path.join('.')}: ${message.slice(0, 80)}`);
    }),
  );
  expect([...new Set(faults)]).toEqual([]);
});
