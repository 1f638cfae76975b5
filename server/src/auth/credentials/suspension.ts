import { utcMoment } from 'contract/utc-moment.ts';
import { AppError } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { Settings } from '#settings/settings.ts';

export interface Suspension {
  /** Null unless the user is suspended. */
  suspended_until: Date | null;
  suspension_reason: string | null;
}

/** The end of the suspension of `users AS user`, or null. */
export const suspendedUntil = (user: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`CASE WHEN ${isSuspended(user)} THEN ${user}.suspended_until END`;

export const isSuspended = (user: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(${user}.suspended_until > now(), false)`;

/** The same for a row that was read at `now`. */
export const isSuspendedAt = ({ suspended_until }: Pick<Suspension, 'suspended_until'>, now: Date): boolean =>
  suspended_until !== null && suspended_until > now;

/** Only the right credential reveals a suspension. */
export function refuseSuspended(
  settings: Settings,
  { suspended_until, suspension_reason }: Suspension,
): void {
  if (!suspended_until) return;
  const text = `Your account is suspended until ${utcMoment(suspended_until)}. Reason: ${suspension_reason} Contact ${settings.current().contact_email}.`;
  throw new AppError('account_suspended', text);
}
