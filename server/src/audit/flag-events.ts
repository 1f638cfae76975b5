import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Their target is the flagged user, who must not learn of them. */
export const flagActions = ['createFlag', 'getFlag', 'answerFlag'] as const;
export type FlagAction = (typeof flagActions)[number];

const actions = Prisma.raw(flagActions.map((action) => `'${action}'`).join(', '));

export const isFlagEvent = (event: Prisma.Sql): Prisma.Sql => Prisma.sql`(${event}.action IN (${actions}))`;

export interface EventViewer {
  id: string;
  is_superuser: boolean;
  /** An API token sees no flags. */
  isToken?: boolean;
}

/** For `audit_events AS record`: agents see flags about plain users, superusers all, and nobody those about themselves. */
export const isVisibleTo = ({ id, is_superuser, isToken = false }: EventViewer): Prisma.Sql => Prisma.sql`
  NOT (${isFlagEvent(Prisma.sql`record`)} AND (
    ${isToken}::boolean
    OR record.target_id = ${id}::uuid
    OR NOT ${is_superuser}::boolean
      AND EXISTS (SELECT FROM users WHERE users.id = record.target_id AND (users.is_staff OR users.is_superuser))))`;

export const selectHasFlagEvents = defineQuery(
  'select-has-flag-events',
  z.object({ has_events: z.boolean() }),
  (userId: string) => Prisma.sql`
    SELECT EXISTS (
      SELECT FROM audit_events AS record WHERE target_id = ${userId}::uuid AND ${isFlagEvent(Prisma.sql`record`)}
    ) AS has_events`,
);
