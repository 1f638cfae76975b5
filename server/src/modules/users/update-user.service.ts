import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { UpdateUserBody } from 'contract/users/users.ts';
import type { z } from 'zod';
import { refuseUnprovenPassword, requireRecentOrPassword } from '#auth/sessions/step-up.ts';
import type { MailBudgetDependencies } from '#domain/mail/mail-budget.ts';
import { startEmailChange } from '#domain/accounts/email-change.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { hashedText } from '#auth/links/account-links.ts';
import { passwordWeakness } from '#auth/credentials/passwords.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import {
  changedColumns,
  profileColumns,
  readUser,
  refuseInvalidDetails,
  type StoredUser,
  toStoredUser,
  type UserChanges,
  writeDetails,
} from '#domain/accounts/user-details.ts';
import { setUserImage } from '#domain/storage/user-images.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  passwordChanges,
  prepareChanges,
  type PreparedChanges,
  profileOf,
  type RequestedChanges,
  type UpdateDependencies,
} from './prepared-changes.ts';
import type { UserRow } from './users.queries.ts';
import { getOwnUser } from './users.service.ts';

type UserUpdate = RequestedChanges & { body: z.output<typeof UpdateUserBody> };

/**
 * Changes the user's own record atomically. A new email address must be confirmed. A new password ends all sessions,
 * except that the session of the caller may read for another minute. Resolves to the new record.
 */
export async function updateUser(
  deps: UpdateDependencies & MailBudgetDependencies,
  actor: Actor,
  update: UserUpdate,
): Promise<UserRow> {
  const { caller, clientInfo } = actor;
  const before = await readUser(deps.database.prisma, caller.user.id);
  const changes = await prepare(deps, actor, before, update);
  const session = { sessionId: caller.session.id, deviceId: caller.session.device_id };
  await deps.database.prisma.$transaction(async (tx) => {
    const stored = toStoredUser(await lockSession(tx, caller));
    if (changes.passwordHash !== undefined) {
      await applyRecovery(tx, { event: 'password_changed', userId: stored.id, ...session });
    }
    const user = changes.passwordHash === undefined ? stored : { ...stored, pending_email: null };
    await saveProfile(tx, { ...deps, clientInfo }, user, changes);
    const renamedUser = { ...user, username: changes.details.username ?? user.username };
    if (changes.passwordHash !== undefined) await recordPasswordChange(tx, clientInfo, renamedUser);
    const { email } = changes;
    if (email !== undefined && email !== user.email) {
      await startEmailChange(tx, deps, clientInfo, renamedUser, email);
    }
  });
  return getOwnUser(deps, caller);
}

interface ProfileChanges extends PreparedChanges {
  details: UserChanges;
  email: string | undefined;
}

async function prepare(deps: UpdateDependencies, actor: Actor, before: StoredUser, update: UserUpdate) {
  const { body } = update;
  const details = profileOf(body);
  // Clients send whole records back: the current email address in any letter case, and the pending one, are no change.
  const email = body.email?.toLowerCase() === before.email.toLowerCase() ? undefined : body.email;
  const newPassword = body.new_password ?? undefined;
  if (before.must_change_password) refuseMoreThanPassword(before, update, { ...details, email });
  // Who has the email address can reset the password.
  if (newPassword !== undefined || (email !== undefined && email !== before.pending_email)) {
    await requireRecentOrPassword(deps, actor, body.current_password);
    if (!body.current_password) {
      refuseUnprovenPassword(actor.caller, before, 'current_password', accountMessages.currentPasswordNeeded);
    }
  }
  await refuseInvalidDetails(deps.database.prisma, before, { ...details, email });
  if (newPassword !== undefined) {
    await refuseInvalidPassword(deps, actor.clientInfo, before, {
      newPassword,
      username: body.username,
      email,
    });
  }
  return { details, email, ...(await prepareChanges(deps, actor, update)) };
}

/** Clients send whole records back. */
function refuseMoreThanPassword(before: StoredUser, { body, upload }: UserUpdate, changes: UserChanges) {
  const changesMore = upload || body.delete_image || changedColumns(before, changes).length > 0;
  if (!body.new_password || changesMore) {
    throw new AppError('password_change_required');
  }
}

async function refuseInvalidPassword(
  { hashing }: UpdateDependencies,
  { ipAddress }: ClientInfo,
  before: StoredUser,
  {
    newPassword,
    username = before.username,
    email = before.email,
  }: { newPassword: string; username: string | undefined; email: string | undefined },
): Promise<void> {
  const weakness =
    (await passwordWeakness(newPassword, { ...before, username, email })) ??
    (await passwordWeakness(newPassword, { ...before, username }));
  if (weakness) throw validationFailed({ new_password: [weakness] });
  // A password that others know must be replaced by a new one.
  const isSame =
    before.must_change_password &&
    (await hashing.verify(before.password_hash, hashedText(before, newPassword), ipAddress));
  if (isSame) throw validationFailed({ new_password: ['Must not be the current password.'] });
}

async function saveProfile(
  tx: Transaction,
  { keys, settings, clientInfo }: UpdateDependencies & { clientInfo: ClientInfo },
  user: StoredUser,
  { details, email, passwordHash, image }: ProfileChanges,
): Promise<void> {
  const changed = await writeDetails(tx, keys, user, {
    ...details,
    ...(email !== undefined && email !== user.email && { pending_email: email }),
    ...passwordChanges(passwordHash, false),
  });
  const isNewImage = image !== undefined && (image !== null || user.user_image !== null);
  if (isNewImage) await setUserImage(tx, settings, user.id, image);
  const fields: string[] = profileColumns.filter((column) => changed.includes(column));
  if (isNewImage) fields.push('user_image');
  if (fields.length === 0) return;
  const renamed = fields.includes('username') && { from: user.username, to: details.username };
  await recordAccountEvent(tx, clientInfo, {
    action: 'profile_update',
    user,
    message: renamed
      ? `${renamed.from} changed the profile and is now ${renamed.to}: ${fields.join(', ')}.`
      : `${user.username} changed the profile: ${fields.join(', ')}.`,
    details: { fields, ...renamed },
  });
}

async function recordPasswordChange(tx: Transaction, clientInfo: ClientInfo, user: StoredUser) {
  await recordAccountEvent(tx, clientInfo, {
    action: 'password_change',
    user,
    message: `${user.username} changed the password.`,
  });
  await enqueueSecurityMail(tx, 'password-changed', user.email);
  await notify(tx, user.id, { kind: 'account_change', change: 'password_changed' });
}
