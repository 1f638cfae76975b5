import { z } from 'zod';
import { json } from './route.ts';

/** Like `json`, but does not check the type of the example, because the schema is generic. */
const genericJson = <Schema extends z.ZodType>(schema: Schema, example: unknown, description: string) => ({
  kind: 'json' as const,
  description,
  schema,
  example,
});

const Message = z.object({ msg: z.string() }).meta({ id: 'Message' });

/** A fixed message, so that a handler returns nothing, or another message. */
export const message = (msg: string, description: string) => ({
  ...json(Message, { msg }, description),
  msg,
});

interface FieldResponse<Field extends z.ZodType> {
  msg: string;
  example: z.input<Field>;
  description: string;
}

/** A message that the handler chooses, and one other field. */
export function messageWith<const Name extends string, Field extends z.ZodType>(
  name: Name,
  field: Field,
  { msg, example, description }: FieldResponse<Field>,
) {
  const fieldShape = { [name]: field } as Record<Name, Field>;
  const schema = z.object({ msg: z.string(), ...fieldShape });
  return genericJson(schema, { msg, [name]: example }, description);
}

/** The response to a change with a fixed message, so that a handler returns only the field. */
export function saved<const Name extends string, Field extends z.ZodType>(
  name: Name,
  field: Field,
  response: FieldResponse<Field>,
) {
  return {
    ...messageWith(name, field, response),
    saved: { name, msg: response.msg, schema: field },
  };
}

export const dataOf = <Data extends z.ZodType>(data: Data, example: z.input<Data>, description: string) =>
  genericJson(z.object({ data }), { data: example }, description);

/** A list without pages. */
export const listOf = <Row extends z.ZodType>(row: Row, example: z.input<Row>, description: string) =>
  genericJson(z.object({ data: z.array(row) }), { data: [example] }, description);

export const pageFields = { numOfPages: z.int(), page: z.int() };

/** One page of a list; `total` is the field with the number of rows on all pages. */
export function onePage<Row extends z.ZodType, const Total extends string>(
  total: Total,
  row: Row,
  example: z.input<Row>,
  description = 'One page.',
) {
  const totalShape = { [total]: z.int() } as Record<Total, z.ZodInt>;
  const schema = z.object({ data: z.array(row), ...totalShape, ...pageFields });
  return genericJson(schema, { data: [example], [total]: 1, numOfPages: 1, page: 1 }, description);
}
