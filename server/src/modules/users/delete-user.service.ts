import { mayManage, type Rank } from 'contract/permissions.ts';
import type { Caller } from '#auth/callers.ts';
import type { CredentialsDependencies } from '#auth/credentials.ts';
import { requireRecent, requireRecentOrPassword } from '#auth/step-up.ts';
import { eraseUsers } from '#domain/user-images.ts';
import { enqueueSecurityMail } from '#domain/security-mails.ts';
import { lockActorAndTarget, refuseLosingLastSuperuser } from '#domain/permissions.ts';
import { type ClientInfo, recordAccountEvent } from '#auth/audit.ts';
import { AppError } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { readUser } from './user-details.ts';

/**
 * Deletes a user with every record of theirs; the audit trail stays, without details except those of the
 * deletion. For the user themselves or a user whom the caller manages; sends a mail to the address. Throws
 * `not_found`, `forbidden`, `token_not_valid`, `conflict` for the last active superuser, and for oneself what
 * `requireRecentOrPassword` throws.
 */
export async function deleteUser(
  deps: CredentialsDependencies,
  clientInfo: ClientInfo,
  caller: Caller,
  { id, currentPassword }: { id: string; currentPassword: string | null | undefined },
): Promise<void> {
  const { prisma } = deps.database;
  if (id === caller.user.id) await requireRecentOrPassword(deps, clientInfo, caller, currentPassword);
  await prisma.$transaction(async (tx) => {
    await refuseLosingLastSuperuser(tx, caller, id);
    const { actor, target: user } = await lockActorAndTarget(tx, caller, id);
    refuseUnmanaged(actor, user);
    await eraseUsers(tx, [id]);
    await recordAccountEvent(tx, clientInfo, {
      action: 'account_delete',
      userId: id,
      username: user.username,
      actorId: caller.user.id,
      message:
        id === caller.user.id
          ? `${user.username} deleted the account.`
          : `${caller.user.username} deleted the account of ${user.username}.`,
    });
    if (user.email_verified_at) await enqueueSecurityMail(tx, 'account-deleted', user.email);
    await tx.user.delete({ where: { id } });
  });
}

/** Throws `not_found`, `forbidden` where the caller may not manage the user, and `reauthentication_required`. */
export async function refuseUndeletable(
  { database }: { database: Database },
  caller: Caller,
  id: string,
): Promise<void> {
  refuseUnmanaged(caller.user, await readUser(database.prisma, id));
  if (id !== caller.user.id) requireRecent(caller);
}

function refuseUnmanaged(actor: Rank, target: Rank): void {
  if (actor.id !== target.id && !mayManage(actor, target)) {
    throw new AppError('forbidden', 'You may not delete this user.');
  }
}
