import type { LogLevel } from 'contract/records/records.ts';
import { v7 as uuidv7 } from 'uuid';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

export interface NewLogRecord {
  message: string;
  level: LogLevel;
  fromProxy: boolean;
  /** How long ago the line was logged. The time itself comes from the clock of the database. */
  ageMs: number;
}

export const insertLogRecords = defineQuery(
  'insert-log-records',
  noRow,
  (records: readonly NewLogRecord[]) => Prisma.sql`
    INSERT INTO log_records (id, message, level, from_proxy, created_at)
    SELECT id, message, level, from_proxy, clock_timestamp() - age_ms * interval '1 millisecond'
    FROM unnest(
      ${records.map(() => uuidv7())}::uuid[], ${records.map(({ message }) => message)}::text[],
      ${records.map(({ level }) => level)}::text[], ${records.map(({ fromProxy }) => fromProxy)}::boolean[],
      ${records.map(({ ageMs }) => ageMs)}::float8[]
    ) AS records (id, message, level, from_proxy, age_ms)`,
);
