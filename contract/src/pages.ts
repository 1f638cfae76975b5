import { z } from 'zod';

export const pageFields = { numOfPages: z.int(), page: z.int() };

/** One page of a list as a response; `total` is the field with the number of rows on all pages. */
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
