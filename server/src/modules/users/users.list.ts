import { userMessages } from 'contract/users/users.constants.ts';
import type { ListUsersQuery } from 'contract/users/users.ts';
import type { z } from 'zod';
import { contains, flag, since, until } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { enabled, hasStatus, listedColumns, ListedUserRow, userJoins } from './users.queries.ts';

const nameKey = Prisma.sql`lower(record.username)`;
const emailKey = Prisma.sql`lower(record.email)`;

type UserFilter = Omit<z.output<typeof ListUsersQuery>, 'page' | 'page_size'>;

export const userList: List<UserFilter, typeof ListedUserRow, 'totalUser'> = {
  table: 'users',
  row: ListedUserRow,
  columns: listedColumns,
  joins: userJoins,
  where: ({
    view,
    text,
    username,
    email,
    is_active,
    is_staff,
    is_premium_user,
    account_status,
    updated_after,
    updated_before,
  }) => [
    text === undefined || view !== null
      ? contains(nameKey, text)
      : Prisma.sql`(${contains(nameKey, text)} OR ${contains(emailKey, text)})`,
    contains(nameKey, username),
    contains(emailKey, email),
    flag(enabled, is_active),
    flag(Prisma.sql`record.is_staff`, is_staff),
    flag(Prisma.sql`record.is_premium_user`, is_premium_user),
    hasStatus(account_status),
    since(Prisma.sql`record.date_updated`, updated_after),
    until(Prisma.sql`record.date_updated`, updated_before),
  ],
  sortKeys: {
    time: Prisma.sql`record.date_updated`,
    name: Prisma.sql`(lower(record.username) COLLATE "C")`,
  },
  userIds: Prisma.sql`ARRAY[record.id]`,
  total: 'totalUser',
  nothingFound: userMessages.noUserFound,
};

/** What a search shows, which is no access to the record. */
export const nameOf = ({ id, username, user_image, account_status }: ListedUserRow) => ({
  id,
  username,
  user_image,
  account_status,
});
