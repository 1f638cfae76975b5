import { messages } from 'contract/messages.ts';
import { type ExportIpRecordsBody, IpRecord } from 'contract/records.ts';
import { z } from 'zod';
import { allOf, contains, equals, since, until } from '#domain/list-conditions.ts';
import { directionOf, isByName, type Position } from '#domain/list-statements.ts';
import type { List } from '#domain/lists.ts';
import { Prisma } from '#generated/prisma/client.ts';

export type IpFilter = z.output<typeof ExportIpRecordsBody>;

const IpRecordRow = IpRecord.extend({ created_at: z.date() });

export const ipRecordList: List<IpFilter, typeof IpRecordRow, IpRecord> = {
  table: 'ip_records',
  row: IpRecordRow,
  columns: Prisma.sql`record.id, users.username AS user, ip_address, action, record.created_at`,
  joins: Prisma.sql`LEFT JOIN users ON users.id = record.user_id`,
  where: (filter) => {
    const ofUser = usernameFilter(filter);
    return [
      ofUser && Prisma.sql`record.user_id IN (SELECT id FROM users WHERE ${ofUser})`,
      ...recordFilters(filter),
    ];
  },
  sortKeys: { time: Prisma.sql`record.created_at`, name: Prisma.sql`NULL` },
  selectKeys: (filter, position) => (isByName(filter.sort) ? selectKeysByName(filter, position) : undefined),
  toWire: ({ created_at, ...record }) => ({ ...record, created_at: created_at.toISOString() }),
  nothingFound: messages.noIpsFound,
};

const usernameFilter = ({ user }: IpFilter) => contains(Prisma.sql`lower(users.username)`, user);

const recordFilters = ({ action, created_after, created_before }: IpFilter) => [
  equals(Prisma.sql`record.action`, action?.toUpperCase() === 'ALL' ? undefined : action),
  since(Prisma.sql`record.created_at`, created_after),
  until(Prisma.sql`record.created_at`, created_before),
];

/**
 * The names are in another table than the records, so no one index has the order: one gives the users by name,
 * another the records of each by id. Records of no user sort as null does, after all names. Of each user and of no
 * user, no more records are read than the position needs.
 */
function selectKeysByName(filter: IpFilter, position: Position): Prisma.Sql {
  const { limit, offset, gate, cursor, isDescending } = position;
  const direction = directionOf(isDescending);
  const most = Prisma.sql`(${limit} + ${offset})`;
  const [nameBound, idBound] = cursorBounds(cursor, isDescending);
  const records = recordFilters(filter);
  const named = Prisma.sql`
    SELECT ${username} AS key, of_user.id
    FROM users CROSS JOIN LATERAL (
      SELECT record.id FROM ip_records AS record
      WHERE ${allOf([Prisma.sql`record.user_id = users.id`, idBound, ...records])}
      ORDER BY record.id ${direction} LIMIT ${most}
    ) AS of_user
    WHERE ${allOf([gate, usernameFilter(filter), nameBound])}
    ORDER BY ${username} ${direction}, of_user.id ${direction} LIMIT ${most}`;
  const nameless = Prisma.sql`
    SELECT NULL AS key, record.id FROM ip_records AS record
    WHERE ${allOf([gate, Prisma.sql`record.user_id IS NULL`, namelessBound(filter, position), ...records])}
    ORDER BY record.id ${direction} LIMIT ${most}`;
  return Prisma.sql`
    SELECT key, id FROM ((${named}) UNION ALL (${nameless})) AS keys
    ORDER BY key ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const username = Prisma.sql`(lower(users.username) COLLATE "C")`;
const none = Prisma.sql`false`;

/** Conditions on the users and on the records of each. */
function cursorBounds(cursor: Position['cursor'], isDescending: boolean): (Prisma.Sql | undefined)[] {
  if (!cursor) return [];
  // Descending, the records of no user come first.
  if (cursor.key === null) return [isDescending ? undefined : none];
  const [beyond, from, start] = isDescending
    ? [Prisma.sql`<`, Prisma.sql`<=`, 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    : [Prisma.sql`>`, Prisma.sql`>=`, '00000000-0000-0000-0000-000000000000'];
  return [
    Prisma.sql`${username} ${from} ${cursor.key}`,
    Prisma.sql`record.id ${beyond} CASE WHEN ${username} = ${cursor.key} THEN ${cursor.id} ELSE ${start} END::uuid`,
  ];
}

function namelessBound({ user }: IpFilter, { cursor, isDescending }: Position): Prisma.Sql | undefined {
  if (user !== undefined || (isDescending && cursor && cursor.key !== null)) return none;
  if (cursor?.key !== null) return undefined;
  return Prisma.sql`record.id ${isDescending ? Prisma.sql`<` : Prisma.sql`>`} ${cursor.id}::uuid`;
}
