import { recordMessages } from 'contract/records.constants.ts';
import type { ExportIpRecordsBody, IpRecord } from 'contract/records.ts';
import type { z } from 'zod';
import {
  allOf,
  conditions,
  contains,
  directionOf,
  isByName,
  isDescending,
  isFrom,
  isUntil,
  type KeyedRow,
  type List,
  type Range,
  type Section,
} from '#domain/lists.ts';
import { Prisma } from '#generated/prisma/client.ts';

export type IpFilter = z.output<typeof ExportIpRecordsBody>;

interface IpRow extends KeyedRow {
  user: string | null;
  ip_address: string;
  action: IpRecord['action'];
  created_at: Date;
}

export function ipRecordList(filter: IpFilter): List<IpRow, IpRecord> {
  return {
    sections: isByName(filter.sort) ? sectionsByName(filter) : [sectionByTime(filter)],
    isDescending: isDescending(filter.sort),
    rowsOf: (page) => Prisma.sql`
      SELECT page.key, page.id, users.username AS user, ip_address, action, record.created_at
      FROM ${page} AS page JOIN ip_records AS record ON record.id = page.id
           LEFT JOIN users ON users.id = record.user_id`,
    toRow: ({ id, user, ip_address, action, created_at }) => ({
      id,
      user,
      ip_address,
      action,
      created_at: created_at.toISOString(),
    }),
    nothingFound: recordMessages.noIpsFound,
  };
}

const id = Prisma.sql`record.id`;
const section = { from: Prisma.sql`ip_records AS record`, id };

const sectionByTime = (filter: IpFilter): Section => ({
  ...section,
  list: 'ip_records',
  where: conditions(isOfMatchingUser(filter), ...ofRecord(filter)),
  key: Prisma.sql`record.created_at`,
});

/** Users in order, each with their records; those of unknown identifiers have no name, and come after all that do. */
function sectionsByName(filter: IpFilter): Section[] {
  const where = ofRecord(filter);
  const named: Section = {
    ...section,
    where: [isOfMatchingUser(filter) ?? Prisma.sql`record.user_id IS NOT NULL`, ...where],
    select: (range) => selectByName(filter, range),
  };
  if (filter.user !== undefined) return [named];
  const nameless: Section = { ...section, where: [Prisma.sql`record.user_id IS NULL`, ...where] };
  return filter.sort === 'a-z' ? [named, nameless] : [nameless, named];
}

const isMatching = ({ user }: IpFilter) => contains(Prisma.sql`lower(users.username)`, user);

function isOfMatchingUser(filter: IpFilter): Prisma.Sql | undefined {
  const isMatchingUser = isMatching(filter);
  return isMatchingUser && Prisma.sql`record.user_id IN (SELECT id FROM users WHERE ${isMatchingUser})`;
}

function ofRecord({ action, created_after, created_before }: IpFilter): Prisma.Sql[] {
  const isAnyAction = action === undefined || action.toUpperCase() === 'ALL';
  return conditions(
    isAnyAction ? undefined : Prisma.sql`record.action = ${action}`,
    isFrom(Prisma.sql`record.created_at`, created_after),
    isUntil(Prisma.sql`record.created_at`, created_before),
  );
}

/**
 * One index has the users in order, another one the records of each: so no user's records are read beyond the range,
 * however many there are.
 */
function selectByName(filter: IpFilter, range: Range): Prisma.Sql {
  const { after, offset, limit } = range;
  const direction = directionOf(range.isDescending);
  const [beyond, from, first] = range.isDescending
    ? [Prisma.sql`<`, Prisma.sql`<=`, 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    : [Prisma.sql`>`, Prisma.sql`>=`, '00000000-0000-0000-0000-000000000000'];
  const isLeft = after && Prisma.sql`${name} ${from} ${after.key}`;
  const isAfter =
    after &&
    Prisma.sql`${id} ${beyond} CASE WHEN ${name} = ${after.key} THEN ${after.id}::uuid ELSE ${first}::uuid END`;
  const ofUser = conditions(Prisma.sql`record.user_id = users.id`, isAfter, ...ofRecord(filter));
  return Prisma.sql`
    SELECT ${name} AS key, of_user.id
    FROM users CROSS JOIN LATERAL (
      SELECT ${id} FROM ip_records AS record WHERE ${allOf(ofUser)}
      ORDER BY ${id} ${direction} LIMIT ${offset + limit}
    ) AS of_user
    WHERE ${allOf(conditions(isMatching(filter), isLeft))}
    ORDER BY ${name} ${direction}, of_user.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const name = Prisma.sql`(lower(users.username) COLLATE "C")`;
