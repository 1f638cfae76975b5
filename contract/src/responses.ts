import { z } from 'zod';
import { json } from './route.ts';

const Message = z.object({ msg: z.string() }).meta({ id: 'Message' });

export const message = (msg: string, description: string) => json(Message, { msg }, description);

/** A message and one field more, such as what was saved. */
export function messageWith<const Name extends string, Field extends z.ZodType>(name: Name, field: Field) {
  const named = { [name]: field } as Record<Name, Field>;
  const schema = z.object({ msg: z.string(), ...named });
  return (msg: string, given: z.input<Field>, description: string) => {
    const example: unknown = { msg, [name]: given };
    return { kind: 'json' as const, description, schema, example };
  };
}

/** A whole list. */
export const listOf = <Row extends z.ZodType>(row: Row, example: z.input<Row>, description: string) =>
  json(z.object({ data: z.array(row) }), { data: [example] }, description);

export const pageFields = { numOfPages: z.int(), page: z.int() };

/** One page of a list; `total` is the field with the number of rows on all pages. */
export function onePage<Row extends z.ZodType, const Total extends string>(
  total: Total,
  row: Row,
  example: z.input<Row>,
  description = 'One page.',
) {
  const counted = { [total]: z.int() } as Record<Total, z.ZodInt>;
  return {
    kind: 'json' as const,
    description,
    schema: z.object({ data: z.array(row), ...counted, ...pageFields }),
    example: { data: [example], [total]: 1, numOfPages: 1, page: 1 },
  };
}
