import { utcDay } from 'contract/days.ts';
import { calculationMethod, type MethodRecord } from 'contract/calculations/method.ts';
import { z } from 'zod';

/** The content of the column `calculated`. In the form of a newer version it counts as none. */
const CalculatedColumn = z.object({ method: z.int(), on: z.iso.date() }).nullable().catch(null);

/** Rows without a record were calculated by method 1. */
export function methodRecord(row: { calculated: unknown; date_updated: Date }): MethodRecord {
  return CalculatedColumn.parse(row.calculated) ?? { method: 1, on: utcDay(row.date_updated) };
}

export const currentMethod = (now: Date): MethodRecord => ({ method: calculationMethod, on: utcDay(now) });
