import { setImmediate } from 'node:timers/promises';
import { recordLimits, recordMessages } from 'contract/records/records.constants.ts';
import {
  type ExportIpRecordsBody,
  IpRecord,
  type ExportLogRecordsBody,
  LogRecord,
} from 'contract/records/records.ts';
import { z } from 'zod';
import {
  allOf,
  contains,
  directionOf,
  equals,
  exactAction,
  integer,
  isByName,
  isWholeId,
  ipAddressFilter,
  since,
  until,
  flag,
} from '#domain/lists/list-statements.ts';
import type { List, Position } from '#domain/lists/list.ts';
import type { HasNetworkNames, NetworkNames } from '#domain/networks/network-names.ts';
import { validationFailed } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database/database.ts';

type IpFilter = z.output<typeof ExportIpRecordsBody> & {
  /** Those of the networks of `asn` and `country`. */
  ip_addresses?: readonly string[];
};

const IpRecordRow = IpRecord.omit({ network: true }).extend({ created_at: z.date() });

export const ipRecordList: List<IpFilter, typeof IpRecordRow, 'totalIp'> = {
  table: 'ip_records',
  row: IpRecordRow,
  columns: Prisma.sql`record.id, users.username AS user, ip_address, action, record.created_at`,
  joins: Prisma.sql`LEFT JOIN users ON users.id = record.user_id`,
  where: conditionsOf,
  // The sorted ids find their records in the index by user, at two thirds of the cost of a join. The planner does not
  // know their number, so they would mislead it beside another condition.
  countWhere: (filter) => {
    const isOfUser = usernameFilter(filter);
    return isOfUser && Prisma.sql`record.user_id = ANY (ARRAY(SELECT id FROM users WHERE ${isOfUser}))`;
  },
  category: ({ action }) => exactAction(action),
  sortKeys: { time: Prisma.sql`record.created_at`, name: Prisma.sql`NULL` },
  selectKeys: (filter, position) => (isByName(filter.sort) ? selectKeysByName(filter, position) : undefined),
  userIds: Prisma.sql`ARRAY[record.user_id]`,
  total: 'totalIp',
  nothingFound: recordMessages.noIpsFound,
};

/** With the filters `asn` and `country`. */
export const ipRecordsOf = ({ networkNames }: HasNetworkNames): typeof ipRecordList => ({
  ...ipRecordList,
  resolve: (database, signal, filter) => resolveNetworks(networkNames, database, { signal, filter }),
});

function conditionsOf(filter: IpFilter) {
  const isOfUser = usernameFilter(filter);
  return [
    isOfUser && Prisma.sql`record.user_id IN (SELECT id FROM users WHERE ${isOfUser})`,
    ...recordFilters(filter),
  ];
}

const usernameFilter = ({ user }: IpFilter) =>
  isWholeId(user) ? Prisma.sql`users.id = ${user}::uuid` : contains(Prisma.sql`lower(users.username)`, user);

const recordFilters = ({ ip_address, ip_addresses, action, created_after, created_before }: IpFilter) => [
  ip_addresses && Prisma.sql`address_of(record.ip_address) = ANY (${ip_addresses}::text[]::inet[])`,
  ipAddressFilter(Prisma.sql`address_of(record.ip_address)`, ip_address),
  equals(Prisma.sql`record.action`, exactAction(action)),
  since(Prisma.sql`record.created_at`, created_after),
  until(Prisma.sql`record.created_at`, created_before),
];

/** 10,000 take a tenth of a second. */
const lookUpsAtOnce = 500;

/** Looks the different IP addresses of the other filters up: SQL does not know the networks. */
async function resolveNetworks(
  { isAvailable, find }: NetworkNames,
  database: Database,
  { signal, filter }: { signal: AbortSignal; filter: IpFilter },
): Promise<IpFilter> {
  const { asn, country } = filter;
  if (asn === undefined && country === undefined) return filter;
  const field = asn === undefined ? 'country' : 'asn';
  if (!isAvailable()) throw validationFailed({ [field]: [recordMessages.noNetworks] });
  const most = recordLimits.networkLookups;
  const found = await database.queryCancellable<{ ip_address: string }>(
    signal,
    Prisma.sql`
      SELECT DISTINCT ip_address FROM ip_records AS record WHERE ${allOf(conditionsOf(filter))}
      LIMIT ${integer(most + 1)}`,
  );
  if (found.length > most) throw validationFailed({ created_after: [recordMessages.tooManyNetworks] });
  const isMatch = (ipAddress: string) => {
    const network = find(ipAddress);
    return (
      network !== null &&
      (asn === undefined || network.asn === asn) &&
      (country === undefined || network.country === country)
    );
  };
  const ip_addresses: string[] = [];
  for (const [index, { ip_address }] of found.entries()) {
    if (isMatch(ip_address)) ip_addresses.push(ip_address);
    // Other requests take their turn.
    if (index % lookUpsAtOnce === 0) await setImmediate();
  }
  return { ...filter, ip_addresses };
}

/** Up to this number, all matches are read and sorted. Above it, reading the users by name soon finds enough. */
const maxSortedMatches = 10_000;

/**
 * Names and records are in different tables, so no single index has the order. An index returns the users by name, and
 * the records of each are sorted as far as the position needs. For a filter that matches few records, that would read
 * nearly all users. Records without a user sort as null, after all names.
 */
function selectKeysByName(filter: IpFilter, position: Position): Prisma.Sql {
  const { limit, offset, gate, isDescending, rows } = position;
  const direction = directionOf(isDescending);
  const keyCount = Prisma.sql`(${limit} + ${offset})`;
  const [namedBounds, namelessBound] = cursorBounds(position);
  const selectNamed = (condition: Prisma.Sql | undefined) => Prisma.sql`
    SELECT ${username} AS key, record.id FROM users JOIN ip_records AS record ON record.user_id = users.id
    WHERE ${allOf([gate, condition, usernameFilter(filter), ...recordFilters(filter), ...namedBounds])}`;
  const inOrder = (keys: Prisma.Sql) =>
    Prisma.sql`${keys} ORDER BY key ${direction}, id ${direction} LIMIT ${keyCount}`;
  const isFiltered = [usernameFilter(filter), ...recordFilters(filter)].some(
    (condition) => condition !== undefined,
  );
  const total = rows === undefined ? Prisma.sql`(SELECT rows FROM total)` : integer(rows);
  const named = isFiltered
    ? Prisma.sql`
        (${inOrder(selectNamed(Prisma.sql`${total} > ${integer(maxSortedMatches)}`))}) UNION ALL
        (SELECT * FROM (${selectNamed(Prisma.sql`${total} <= ${integer(maxSortedMatches)}`)} OFFSET 0) AS few
         ${inOrder(Prisma.empty)})`
    : Prisma.sql`(${inOrder(selectNamed(undefined))})`;
  const isNameless = filter.user === undefined ? Prisma.sql`record.user_id IS NULL` : never;
  const nameless = Prisma.sql`
    SELECT NULL AS key, record.id FROM ip_records AS record
    WHERE ${allOf([gate, isNameless, ...recordFilters(filter), namelessBound])}
    ORDER BY record.id ${direction} LIMIT ${keyCount}`;
  return Prisma.sql`
    SELECT key, id FROM (${named} UNION ALL (${nameless})) AS keys
    ORDER BY key ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const username = Prisma.sql`(lower(users.username) COLLATE "C")`;
const never = Prisma.sql`false`;

/** The remaining records with a name, and those without a name, which come first in descending order. */
function cursorBounds({ cursor, isDescending }: Position): [Prisma.Sql[], Prisma.Sql | undefined] {
  if (!cursor) return [[], undefined];
  const isAfter = isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  if (cursor.key === null) {
    return [isDescending ? [] : [never], Prisma.sql`record.id ${isAfter} ${cursor.row_id}::uuid`];
  }
  const named = [
    // Follows from the row comparison, but allows the planner to use the index of the names.
    Prisma.sql`${username} ${isAfter}= ${cursor.key}`,
    Prisma.sql`(${username}, record.id) ${isAfter} (${cursor.key}, ${cursor.row_id}::uuid)`,
  ];
  return [named, isDescending ? never : undefined];
}

type LogFilter = z.output<typeof ExportLogRecordsBody>;

const LogRecordRow = LogRecord.extend({ created_at: z.date() });

export const logRecordList: List<LogFilter, typeof LogRecordRow, 'totalLog'> = {
  table: 'log_records',
  row: LogRecordRow,
  columns: Prisma.sql`record.id, message, level, from_proxy, record.created_at`,
  where: ({ message, level, from_proxy, created_after, created_before }) => [
    contains(Prisma.sql`lower(record.message)`, message),
    equals(Prisma.sql`record.level`, level),
    flag(Prisma.sql`record.from_proxy`, from_proxy),
    since(Prisma.sql`record.created_at`, created_after),
    until(Prisma.sql`record.created_at`, created_before),
  ],
  category: ({ level }) => level,
  sortKeys: {
    time: Prisma.sql`record.created_at`,
    // The limit of the index. Messages with the same first 600 characters are ordered by id.
    name: Prisma.sql`(left(lower(record.message), 600) COLLATE "C")`,
  },
  userIds: Prisma.sql`ARRAY[record.user_id]`,
  total: 'totalLog',
  nothingFound: recordMessages.noLogsFound,
};
