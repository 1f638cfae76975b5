import { Calculation, type ListCalculationsQuery } from 'contract/calculations/calculations.ts';
import { z } from 'zod';
import { variableKinds } from 'contract/calculations/calculations.constants.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';
import { hearsByLoan } from '#domain/followed-loans/followed-loans.queries.ts';

const CalculationRow = Calculation.omit({ method: true, calculated_on: true }).extend({
  kind: z.string(),
  input: z.unknown(),
  summary: z.unknown(),
  calculated: z.unknown(),
  created_at: z.date(),
  date_updated: z.date(),
  shared_with: z.unknown(),
  shared_by: z.unknown(),
});

export type CalculationRow = z.output<typeof CalculationRow>;

/** The columns of `calculations` that the caller may see. Select only the caller's and shared rows. */
const columns = (callerId: string) => Prisma.sql`
  calculations.id, name, kind, input, rates_from, summary, calculated, calculations.created_at, calculations.date_updated,
  CASE WHEN is_own THEN notes END AS notes, is_own AND rate_day IS NOT NULL AS variable_rate,
  CASE WHEN is_own THEN (
    SELECT coalesce(jsonb_agg(${person} ORDER BY lower(person.username COLLATE "C")), '[]')
    FROM calculation_shares JOIN users AS person ON person.id = friend_id
    WHERE calculation_id = calculations.id AND person.deletion_asked_at IS NULL
  ) END AS shared_with,
  CASE WHEN NOT is_own THEN (SELECT ${person} FROM users AS person WHERE person.id = user_id) END AS shared_by
  FROM calculations CROSS JOIN LATERAL (SELECT user_id = ${callerId}::uuid AS is_own) AS ownership`;

const person = Prisma.sql`
  jsonb_build_object('id', person.id, 'username', person.username, 'user_image', person.user_image)`;

/** All variable loans are compared with one average, so the highest rate has the largest gap. */
const variableRate = Prisma.sql`
  CASE WHEN rate_day IS NOT NULL AND input->>'annual_interest_rate' ~ '^\\s*([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*$'
    THEN (input->>'annual_interest_rate')::numeric END`;

/** A calculation of the caller, or one that a friend shares unless the friend's account is being deleted. */
export const selectCalculation = defineQuery(
  'select-calculation',
  CalculationRow,
  (callerId: string, id: string, isOwnOnly = false) => Prisma.sql`
    SELECT ${columns(callerId)}
    WHERE calculations.id = ${id}::uuid AND (is_own OR NOT ${isOwnOnly}::boolean AND EXISTS (
      SELECT FROM calculation_shares JOIN users ON users.id = user_id AND deletion_asked_at IS NULL
      WHERE calculation_id = ${id}::uuid AND friend_id = ${callerId}::uuid))`,
);

/** One page, each row with the total. A page past the end is the last one. */
export const selectCalculations = defineQuery(
  'select-calculations',
  CalculationRow.extend({ total: z.int() }),
  (
    callerId: string,
    { text, kind, sort, page, page_size }: z.output<typeof ListCalculationsQuery>,
    isOwnOnly = false,
  ) => {
    const pattern = text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return Prisma.sql`
    WITH matching AS MATERIALIZED (
      SELECT id, lower(name COLLATE "C") AS sort_name, date_updated, rate FROM (
        SELECT id, name, kind, notes, date_updated, ${variableRate} AS rate FROM calculations WHERE user_id = ${callerId}::uuid
        UNION ALL
        SELECT calculations.id, name, kind, '', calculations.date_updated, NULL
        FROM calculation_shares JOIN calculations ON calculations.id = calculation_id
          JOIN users ON users.id = user_id AND deletion_asked_at IS NULL
        WHERE friend_id = ${callerId}::uuid AND NOT ${isOwnOnly}::boolean
      ) AS visible
      WHERE (${kind}::text IS NULL OR kind = ${kind})
        AND (${pattern}::text IS NULL OR lower(name) LIKE lower(${pattern}) OR lower(notes) LIKE lower(${pattern}))
    ), counted AS MATERIALIZED (
      SELECT count(*)::int AS total,
             least(${page}::bigint, (count(*) + ${page_size}::int - 1) / ${page_size}::int) AS page
      FROM matching
    ), placed AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY
        CASE ${sort} WHEN 'gap' THEN rate END DESC NULLS LAST,
        CASE ${sort} WHEN 'a-z' THEN sort_name END, CASE ${sort} WHEN 'z-a' THEN sort_name END DESC,
        CASE ${sort} WHEN 'oldest' THEN date_updated END, CASE WHEN ${sort} IN ('latest', 'gap') THEN date_updated END DESC,
        CASE WHEN ${sort} IN ('a-z', 'oldest') THEN id END, id DESC) AS place
      FROM matching
    )
    SELECT (SELECT total FROM counted) AS total, ${columns(callerId)}
      JOIN placed USING (id)
    WHERE place > (SELECT (page - 1) * ${page_size}::int FROM counted)
      AND place <= (SELECT page * ${page_size}::int FROM counted)
    ORDER BY place`;
  },
);

/** Locks the row. */
export const lockOwnCalculation = defineQuery(
  'lock-own-calculation',
  z.object({
    name: z.string(),
    kind: z.string(),
    input: z.unknown(),
    summary: z.unknown(),
    calculated: z.unknown(),
    date_updated: z.date(),
    is_variable: z.boolean(),
  }),
  (userId: string, id: string) => Prisma.sql`
    SELECT name, kind, input, summary, calculated, date_updated, rate_day IS NOT NULL AS is_variable FROM calculations
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`,
);

interface Decision {
  date: string;
  target: number;
}

/**
 * The next users with variable calculations from before the decision, unless they were checked for it already, or hear of it
 * by a followed loan: then its notification of the decision is the only one.
 */
export const selectVariableUsers = defineQuery(
  'select-variable-users',
  z.object({ id: z.string(), takes_mail: z.boolean() }),
  ({ date, target }: Decision, after: string | null, limit: number) => Prisma.sql`
    SELECT users.id, coalesce(cash_rate_change AND cash_rate_mail, false) AS takes_mail
    FROM users LEFT JOIN preferences ON preferences.user_id = users.id
    WHERE (${after}::uuid IS NULL OR users.id > ${after}::uuid)
      AND users.is_active AND users.email_verified_at IS NOT NULL
      AND EXISTS (
        SELECT FROM calculations WHERE user_id = users.id AND rate_day IS NOT NULL AND rate_day < ${date}::text::date)
      AND NOT (${hearsByLoan(date)})
      AND NOT EXISTS (
        SELECT FROM cash_rate_notices AS notice
        WHERE notice.user_id = users.id AND notice.date = ${date}::text::date AND notice.target = ${target}::float8::numeric)
    ORDER BY users.id LIMIT ${limit}`,
);

export const selectVariableCalculations = defineQuery(
  'select-variable-calculations',
  z.object({ name: z.string(), kind: z.enum(variableKinds), input: z.unknown(), rate_day: z.string() }),
  (userId: string, { date }: Decision) => Prisma.sql`
    SELECT name, kind, input, rate_day::text FROM calculations
    WHERE user_id = ${userId}::uuid AND kind IN (${Prisma.join(variableKinds)})
      AND rate_day IS NOT NULL AND rate_day < ${date}::text::date`,
);

/** Returns the users who had no row for the decision. Of two workers, one gets each user. */
export const insertCashRateNotices = defineQuery(
  'insert-cash-rate-notices',
  z.object({ user_id: z.string() }),
  ({ date, target }: Decision, userIds: readonly string[]) => Prisma.sql`
    INSERT INTO cash_rate_notices (user_id, date, target)
    SELECT id, ${date}::text::date, ${target}::float8::numeric FROM users WHERE id = ANY (${userIds}::uuid[]) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING user_id`,
);

/**
 * Variable calculations of active users, a year after the day of their rates and after the last comparison. Of two
 * workers, one gets each.
 */
export const claimComparedRates = defineQuery(
  'claim-compared-rates',
  z.object({
    user_id: z.string(),
    name: z.string(),
    kind: z.enum(variableKinds),
    input: z.unknown(),
    takes_mail: z.boolean(),
  }),
  (today: string, limit: number) => Prisma.sql`
    UPDATE calculations SET rate_gap_on = ${today}::text::date
    FROM users LEFT JOIN preferences ON preferences.user_id = users.id
    WHERE users.id = calculations.user_id AND calculations.id IN (
      SELECT calculations.id FROM calculations JOIN users ON users.id = user_id
      WHERE rate_day IS NOT NULL AND kind IN (${Prisma.join(variableKinds)})
        AND greatest(rate_day, rate_gap_on) + interval '1 year' <= ${today}::text::date
        AND is_active AND email_verified_at IS NOT NULL
      ORDER BY calculations.id LIMIT ${limit} FOR UPDATE OF calculations SKIP LOCKED)
    RETURNING calculations.user_id, name, kind, input,
      coalesce(rate_gap AND cash_rate_change AND cash_rate_mail, false) AS takes_mail`,
);
