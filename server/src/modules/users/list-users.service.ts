import { userMessages } from 'contract/users.constants.ts';
import type { ListUsersQuery } from 'contract/users.ts';
import type { User } from 'contract/user.ts';
import type { z } from 'zod';
import {
  conditions,
  contains,
  is,
  isByName,
  isDescending,
  isFrom,
  isUntil,
  type KeyedRow,
  type List,
  type Page,
  readPage,
} from '#domain/lists.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database/database.ts';
import { selectUsers, toUser, type UserRow } from './users.service.ts';

type UserFilter = z.output<typeof ListUsersQuery>;

/** Throws `not_found` where nobody matches. */
export async function listUsers(
  { database }: { database: Database },
  signal: AbortSignal,
  filter: UserFilter,
): Promise<Page<User>> {
  return readPage(database, signal, userList(filter), filter);
}

function userList(filter: UserFilter): List<UserRow & KeyedRow, User> {
  const { username, email, is_active, is_staff, is_premium_user, updated_after, updated_before, sort } =
    filter;
  return {
    sections: [
      {
        list: 'users',
        from: Prisma.sql`users`,
        where: conditions(
          contains(Prisma.sql`lower(username)`, username),
          contains(Prisma.sql`lower(email)`, email),
          is(Prisma.sql`is_active`, is_active),
          is(Prisma.sql`is_staff`, is_staff),
          is(Prisma.sql`is_premium_user`, is_premium_user),
          isFrom(Prisma.sql`date_updated`, updated_after),
          isUntil(Prisma.sql`date_updated`, updated_before),
        ),
        key: isByName(sort) ? Prisma.sql`(lower(username) COLLATE "C")` : Prisma.sql`date_updated`,
        id: Prisma.sql`id`,
      },
    ],
    isDescending: isDescending(sort),
    rowsOf: (page) => Prisma.sql`${Prisma.raw(selectUsers)} JOIN ${page} AS page ON page.id = u.id`,
    toRow: ({ key: _key, ...row }) => toUser(row),
    nothingFound: userMessages.noUserFound,
  };
}
