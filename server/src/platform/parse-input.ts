import type { z } from 'zod';

/** Lists and objects end at the field or entry with the first fault. Zod has it for `validate`, which states no fault. */
const untilFirstFault: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** All faults of a longer input would cost many times more than to read it. */
const longValues = 500;

/** Checks what a client has sent. For a long input, the first fault stands for all. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return isLong(input) ? schema.safeParse(input, untilFirstFault) : schema.safeParse(input);
}

function isLong(input: unknown): boolean {
  let count = 0;
  const open = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const values: unknown[] = Object.values(value);
    count += values.length;
    if (count > longValues) return true;
    open.push(...values);
  }
  return false;
}
