import { recordView, type ViewAction } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { selectUsersOf } from './user-views.queries.ts';
import type { Settings } from '#settings/settings.ts';

type Dependencies = HasDatabase & { settings: Settings };

/**
 * Reads what belongs to a user. For staff it is a view of the user, with the reason that the agent has stated.
 * Throws `view_reason_required` without one, if the setting requires it.
 */
export async function viewUser<Result>(
  deps: Dependencies,
  actor: Actor,
  { action, userId }: { action: ViewAction; userId: string },
  read: () => Promise<Result>,
): Promise<Result> {
  if (actor.caller.user.id === userId) return read();
  const reason = await requireViewReason(deps, actor, userId);
  const result = await read();
  await recordView(deps, actor, { action, userId, reason });
  return result;
}

/** The same for a filter by name or id, if it finds one user. A list of several users needs no reason. */
export async function requireViewReasonFor(
  deps: Dependencies,
  actor: Pick<Actor, 'caller'>,
  filter: string | undefined,
): Promise<void> {
  if (filter === undefined || deps.settings.current().view_reason !== 'required') return;
  const found = await selectUsersOf(deps.database, filter);
  if (found.length === 1 && found[0]) await requireViewReason(deps, actor, found[0].id);
}

/** Null if the agent has stated none, and need not. */
export async function requireViewReason(
  { database, settings }: Dependencies,
  { caller: { user } }: Pick<Actor, 'caller'>,
  userId: string,
): Promise<string | null> {
  if (user.id === userId) return null;
  const stated = await database.prisma.viewReason.findUnique({
    where: {
      agent_id_user_id: { agent_id: user.id, user_id: userId },
      expires_at: { gt: await readClock(database) },
    },
  });
  if (!stated && settings.current().view_reason === 'required') throw new AppError('view_reason_required');
  return stated?.reason ?? null;
}
