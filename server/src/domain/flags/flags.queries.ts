import { z } from 'zod';
import type { EventViewer } from '#audit/flag-events.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export interface FlagFilter {
  /** Of a flag in the row. */
  id?: string;
  /** Null for all states. */
  state?: 'open' | 'answered' | null;
  reason?: string | null;
  /** A part of the current or a reported username, or the whole id. */
  user?: string | null;
}

export interface FlagOrder {
  sort: 'oldest' | 'latest' | 'most';
  skip: number;
  take: number;
}

/** For `users AS flagged`: agents see flags about plain users, superusers all, and nobody those about themselves. */
export const isFlaggedVisible = ({ id, is_superuser }: EventViewer): Prisma.Sql => Prisma.sql`
  (flagged.id <> ${id}::uuid AND (${is_superuser}::boolean OR NOT (flagged.is_staff OR flagged.is_superuser)))`;

/** For `users AS flagged`, by the current name and those that were reported: an answer may have changed it. */
const isNamed = (user: string | null) => Prisma.sql`(
  ${user}::text IS NULL OR flagged.id::text = lower(${user}::text) OR position(lower(${user}::text) IN lower(flagged.username)) > 0
  OR EXISTS (SELECT FROM flags WHERE user_id = flagged.id AND position(lower(${user}::text) IN lower(flags.username)) > 0))`;

type Nullable = { [Field in keyof FlagFilter]: FlagFilter[Field] | null };

/** A row for all flags about one user and one subject that are open, or that have the same answer. */
const groups = (
  viewer: EventViewer,
  { id = null, state = null, reason = null, user = null }: Nullable,
  condition = Prisma.sql`true`,
) => Prisma.sql`
  flag_group AS (
    SELECT (array_agg(flag.id ORDER BY flag.created_at, flag.id))[1] AS id, flag.user_id, flagged.username, flag.subject,
           flag.answer_id, array_agg(DISTINCT flag.reason) AS reasons, count(*)::int AS flags,
           min(flag.created_at) AS created_at, max(flag.created_at) AS latest_at
    FROM flags AS flag JOIN users AS flagged ON flagged.id = flag.user_id
    WHERE ${isFlaggedVisible(viewer)} AND ${condition}
      AND (${state}::text IS NULL OR (flag.answer_id IS NULL) = (${state}::text = 'open'))
      AND ${isNamed(user)}
    GROUP BY flag.user_id, flagged.username, flag.subject, flag.answer_id
    HAVING (${reason}::text IS NULL OR bool_or(flag.reason = ${reason}::text))
       AND (${id}::uuid IS NULL OR bool_or(flag.id = ${id}::uuid))
  )`;

export const countFlagGroups = defineQuery(
  'count-flag-groups',
  z.object({ total: z.int() }),
  (viewer: EventViewer, filter: FlagFilter) =>
    Prisma.sql`WITH ${groups(viewer, filter)} SELECT count(*)::int AS total FROM flag_group`,
);

const FlagGroup = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  subject: z.string(),
  answer_id: z.string().nullable(),
  reasons: z.array(z.string()),
  flags: z.int(),
  created_at: z.date(),
  latest_at: z.date(),
  outcome: z.string().nullable(),
  note: z.string().nullable(),
  message: z.string().nullable(),
  answered_at: z.date().nullable(),
  answered_by: z.string().nullable(),
});
export type FlagGroup = z.output<typeof FlagGroup>;

const withAnswers = Prisma.sql`
  SELECT flag_group.id, flag_group.user_id, flag_group.username, flag_group.subject, flag_group.answer_id, reasons, flags,
         flag_group.created_at, latest_at, outcome, note, message, answered_at, agent.username AS answered_by
  FROM flag_group LEFT JOIN flag_answers AS answer ON answer.id = answer_id
    LEFT JOIN users AS agent ON agent.id = agent_id`;

export const selectFlagGroups = defineQuery(
  'select-flag-groups',
  FlagGroup,
  (viewer: EventViewer, filter: FlagFilter, { sort, skip, take }: FlagOrder) => Prisma.sql`
    WITH ${groups(viewer, filter)} ${withAnswers}
    ORDER BY CASE WHEN ${sort}::text = 'most' THEN flags END DESC,
             CASE WHEN ${sort}::text = 'latest' THEN latest_at END DESC, flag_group.created_at, flag_group.id
    LIMIT ${take}::int OFFSET ${skip}::int`,
);

/** The same for answered ones, the latest answer first, by an index. An answer has the flags of one row. */
export const selectLatestAnswered = defineQuery(
  'select-latest-answered-flags',
  FlagGroup,
  (
    viewer: EventViewer,
    { reason = null, user = null }: FlagFilter,
    { skip, take }: Omit<FlagOrder, 'sort'>,
  ) => Prisma.sql`
    WITH answered AS MATERIALIZED (
      SELECT answer.id FROM flag_answers AS answer JOIN users AS flagged ON flagged.id = answer.user_id
      WHERE ${isFlaggedVisible(viewer)} AND ${isNamed(user)} AND EXISTS (
        SELECT FROM flags WHERE flags.answer_id = answer.id AND (${reason}::text IS NULL OR flags.reason = ${reason}::text))
      ORDER BY answered_at DESC, answer.id DESC
      LIMIT ${take}::int OFFSET ${skip}::int
    ), ${groups(viewer, {}, Prisma.sql`flag.answer_id IN (SELECT id FROM answered)`)} ${withAnswers}
    ORDER BY answered_at DESC, answer_id DESC`,
);
