import { accountMessages } from 'contract/accounts.constants.ts';
import type { User } from 'contract/user.ts';
import type { Caller } from '#auth/callers.ts';
import { AppError, notFound } from '#errors.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';

/** Throws `not_found`: for routes that look at the user before the body. */
export async function refuseUnknownUser({ database }: { database: Database }, id: string): Promise<void> {
  if ((await database.prisma.user.count({ where: { id } })) === 0) throw notFound();
}

/** Throws `not_found`, or `token_not_valid` where it is the caller who has just been deleted. */
export async function getUser(
  { database }: { database: Database },
  caller: Caller,
  id: string,
): Promise<User> {
  const { rows } = await queryPrepared<UserRow>(database, {
    name: 'get-user',
    text: `${selectUsers} WHERE u.id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (!row) {
    throw id === caller.user.id ? new AppError('token_not_valid', accountMessages.sessionOver) : notFound();
  }
  const user = toUser(row);
  // The session timer counts from the sign-in that it belongs to, whatever else the user signed in to since.
  return id === caller.user.id ? { ...user, last_login_time: caller.session.created_at.toISOString() } : user;
}

export type UserRow = Omit<User, 'last_login' | 'last_login_time' | 'date_updated'> & {
  last_login: Date | null;
  date_updated: Date;
};

export const selectUsers = `
  SELECT u.id, u.email, u.username, to_char(u.date_of_birth, 'YYYY-MM-DD') AS date_of_birth, u.country_name,
         u.country_code, u.phone_number, u.is_superuser, u.is_active, u.is_staff, u.is_premium_user, u.user_image,
         u.last_login, u.date_updated, u.pending_email, u.must_change_password,
         coalesce(guard.attempts, 0) AS login_attempts,
         CASE WHEN NOT u.is_active THEN 'disabled'
              WHEN guard.next_try_at > now() THEN 'locked'
              WHEN u.email_verified_at IS NULL THEN 'unverified'
              ELSE 'active' END AS account_status
  FROM users u LEFT JOIN login_guards guard ON guard.key = 'account:' || u.id`;

export function toUser({ last_login, date_updated, ...row }: UserRow): User {
  const lastLogin = last_login?.toISOString() ?? null;
  return {
    ...row,
    last_login: lastLogin,
    last_login_time: lastLogin,
    date_updated: date_updated.toISOString(),
  };
}
