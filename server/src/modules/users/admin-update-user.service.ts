import type { Rank } from 'contract/users/permissions.ts';
import { profileFieldNames } from 'contract/users/profile-fields.ts';
import { userMessages } from 'contract/users/users.constants.ts';
import type { AdminUpdateUserBody } from 'contract/users/users.ts';
import type { z } from 'zod';
import { endApiTokens } from '#auth/tokens/api-tokens.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { refuseUnprovenPassword, requireRecent } from '#auth/sessions/step-up.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { passwordWeakness } from '#auth/credentials/passwords.ts';
import {
  lockActorAndTarget,
  mayChange,
  refuseUnmanaged,
  assertNotLastSuperuser,
  type StaffEditedField,
} from '#domain/accounts/permissions.ts';
import { mailResetIfLockedOut } from '#domain/mail/account-mail.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import type { RecoveryEvent } from '#auth/recovery/recovery-events.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { endInvitations } from '#domain/invitations/invitations.ts';
import { unlinkUser } from '#domain/followed-loans/loan-links.ts';
import {
  readUser,
  recordUserUpdate,
  refuseInvalidDetails,
  type StoredUser,
  toStoredUser,
  writeDetails,
} from '#domain/accounts/user-details.ts';
import { setUserImage } from '#domain/storage/user-images.ts';
import { AppError, errorAtField, notFound, validationFailed } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { isEnabled, selectUser, type UserRow } from './users.queries.ts';
import {
  passwordChanges,
  prepareChanges,
  type PreparedChanges,
  profileOf,
  type RequestedChanges,
  type UpdateDependencies,
} from './prepared-changes.ts';

type Body = z.output<typeof AdminUpdateUserBody>;

type AdminUserUpdate = RequestedChanges & { body: Body };

const refusal = 'You may not change this user.';

/** Before the body is read: whether a field is unchanged is for those who manage the user. */
export async function refuseUnchangeable({ database }: HasDatabase, caller: Caller, id: string) {
  refuseUnmanaged(caller.user, await readUser(database.prisma, id), refusal);
}

/**
 * Whether the request compares anything with the record. Then the response says which values the record has, also if it is a refusal:
 * of a password, whether it is the address; of the removal of an image, whether there is one.
 */
export const comparesRecord = (body: Body): boolean =>
  [...comparedFields, 'new_password' as const, 'delete_image' as const].some(
    (field) => body[field] !== undefined,
  );

/**
 * Changes a user atomically. A deactivation or a new password ends all sessions of the user. So does a new email
 * address, which needs no confirmation. Resolves to the fields that have changed.
 */
export async function adminUpdateUser(
  deps: UpdateDependencies,
  actor: Actor,
  { id, ...update }: AdminUserUpdate & { id: string },
): Promise<ChangedUser> {
  const { prisma } = deps.database;
  const { caller } = actor;
  const before = await readUser(prisma, id);
  const prepared = await prepare(deps, actor, before, update);
  return prisma.$transaction(async (tx) => {
    if (update.body.is_active === false) await assertNotLastSuperuser(tx, caller, id);
    const { manager, target } = await lockActorAndTarget(tx, caller, id);
    refuseUnmanaged(manager, target, refusal);
    const user = toStoredUser(target);
    const changed = changedFields(user, update);
    refuseChange(caller, manager, user, changed);
    if (changed.length === 0) return { id };
    await save(tx, deps, { actor, user, update, changed, ...prepared });
    const [saved] = await selectUser(tx, id);
    if (!saved) throw notFound();
    const fields = new Set(changed.flatMap((field) => fieldsOf(field)));
    return { id, ...pick(saved, [...fields, 'date_updated']) };
  });
}

type ChangedUser = Pick<UserRow, 'id'> & Partial<UserRow>;

/** The fields of a user that the change of a field changes. */
function fieldsOf(field: StaffEditedField): (keyof UserRow)[] {
  switch (field) {
    case 'new_password':
      return ['must_change_password'];
    case 'delete_image':
      return ['user_image'];
    case 'email':
      return ['email', 'pending_email', 'account_status'];
    case 'is_active':
      return ['is_active', 'account_status'];
    case 'is_staff':
      return ['is_staff', 'must_change_password'];
    default:
      return [field];
  }
}

const pick = (user: UserRow, fields: readonly (keyof UserRow)[]): Partial<UserRow> =>
  Object.fromEntries(fields.map((field) => [field, user[field]]));

/** Clients send whole records back. */
function changedFields(user: StoredUser, { body, upload }: AdminUserUpdate): StaffEditedField[] {
  const current = { ...user, is_active: isEnabled(user) };
  const fields = [...comparedFields].filter(
    (field) => body[field] !== undefined && body[field] !== current[field],
  );
  return [
    ...fields,
    ...(body.new_password ? (['new_password'] as const) : []),
    ...(upload ? (['user_image'] as const) : []),
    ...(!upload && body.delete_image && user.user_image !== null ? (['delete_image'] as const) : []),
  ];
}

const comparedFields = [
  'username',
  'email',
  ...profileFieldNames,
  'is_active',
  'is_staff',
  'is_premium_user',
  'is_superuser',
] as const satisfies (keyof Body & keyof StoredUser)[];

/** Fields with which an account can be taken over, or its rights raised. */
const sensitiveFields = new Set<StaffEditedField>(['new_password', 'email', 'is_active', 'is_staff']);

/**
 * The user's own profile requires more: a confirmed email address and, in a session that began without it, the password.
 * `manager` is the current record of the caller.
 */
function refuseChange(caller: Caller, manager: Rank, target: StoredUser, changed: StaffEditedField[]): void {
  const forbidden = changed.filter((field) => !mayChange(manager, target, field));
  if (forbidden.length > 0) throw new AppError('forbidden', `You may not change ${forbidden.join(', ')}.`);
  if (manager.id === target.id) {
    const { changeInProfile } = userMessages;
    if (changed.includes('email')) throw errorAtField('conflict', 'email', changeInProfile);
    if (changed.includes('new_password'))
      refuseUnprovenPassword(caller, target, 'new_password', changeInProfile);
  }
  if (changed.some((field) => sensitiveFields.has(field))) requireRecent(caller);
}

async function prepare(deps: UpdateDependencies, actor: Actor, before: StoredUser, update: AdminUserUpdate) {
  const { body } = update;
  const changed = changedFields(before, update);
  refuseChange(actor.caller, actor.caller.user, before, changed);
  await refuseInvalidDetails(deps.database.prisma, before, body);
  if (body.new_password) {
    const { username = before.username, email = before.email, is_staff = before.is_staff } = body;
    const weakness = await passwordWeakness(body.new_password, { ...before, username, email, is_staff });
    if (weakness) throw validationFailed({ new_password: [weakness] });
  }
  return prepareChanges(deps, actor, update);
}

interface Change extends PreparedChanges {
  actor: Actor;
  user: StoredUser;
  update: AdminUserUpdate;
  changed: StaffEditedField[];
}

async function save(tx: Transaction, deps: UpdateDependencies, change: Change): Promise<void> {
  const { keys, settings } = deps;
  const { user, changed, passwordHash, image, update } = change;
  const { body } = update;
  const { caller } = change.actor;
  const isSelf = caller.user.id === user.id;
  const isNewEmail = changed.includes('email');
  const session = isSelf ? { sessionId: caller.session.id, deviceId: caller.session.device_id } : {};
  const becomesStaff = changed.includes('is_staff') && body.is_staff === true;
  const events: RecoveryEvent[] = [];
  if (isNewEmail) events.push('address_set_by_staff');
  if (passwordHash !== undefined) events.push(isSelf ? 'password_changed' : 'password_set_by_staff');
  let asksForReview = false;
  for (const event of events) {
    const { hasWaysToReview } = await applyRecovery(tx, { event, userId: user.id, ...session });
    asksForReview ||= hasWaysToReview;
  }
  if (asksForReview) await notify(tx, user.id, { kind: 'account_change', change: 'ways_to_review' });
  await writeDetails(tx, keys, user, {
    ...profileOf(body),
    // An account that waits for its deletion remains inactive until the deletion is undone.
    ...(user.deletion_asked_at === null || body.is_active === undefined
      ? { is_active: body.is_active }
      : { stays_disabled: !body.is_active }),
    is_staff: body.is_staff,
    is_premium_user: body.is_premium_user,
    ...(isNewEmail && { email: body.email, pending_email: null }),
    // Staff must change a password that was set under the rules for other users.
    ...(becomesStaff && { must_change_password: true }),
    // The user must change a password that another person knows.
    ...passwordChanges(passwordHash, !isSelf),
  });
  if (image !== undefined) await setUserImage(tx, settings, user.id, image);
  const isDisabled = changed.includes('is_active') && !body.is_active;
  // Also of invitations that were sent while the account was disabled.
  if (changed.includes('is_active')) await unlinkUser(tx, user.id);
  if (isDisabled) await endInvitations(tx, user.id);
  if (changed.includes('is_staff') && !body.is_staff) await endInvitations(tx, user.id, settings.current());
  if (becomesStaff || isDisabled) await revokeSessions(tx, user.id);
  if (becomesStaff) await endApiTokens(tx, user.id);
  if (isNewEmail) {
    const current = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
    await deleteLinksToOthers(tx, current);
    await mailResetIfLockedOut(tx, deps, current);
  }
  await recordChange(tx, change);
  await sendNotices(tx, change, isNewEmail ? [user.email, body.email ?? user.email] : [user.email]);
}

/** Those to the address itself, in any letter case, are the way back of its owner. */
async function deleteLinksToOthers(tx: Transaction, { id, email }: UserModel): Promise<void> {
  const links = await tx.accountLink.findMany({ where: { user_id: id } });
  const others = links.filter((link) => link.email.toLowerCase() !== email.toLowerCase());
  await tx.accountLink.deleteMany({ where: { id: { in: others.map((link) => link.id) } } });
}

async function recordChange(tx: Transaction, { actor, user, update, changed }: Change) {
  const current = { ...user, is_active: isEnabled(user) };
  const changes = comparedFields
    .filter((field) => changed.includes(field))
    .map((field) => [field, { from: current[field], to: update.body[field] }] as const);
  await recordUserUpdate(tx, actor, user, { fields: changed, changes: Object.fromEntries(changes) });
}

async function sendNotices(tx: Transaction, { actor, user, changed }: Change, recipients: string[]) {
  const isSelf = actor.caller.user.id === user.id;
  for (const recipient of recipients) {
    if (changed.includes('new_password')) {
      await enqueueSecurityMail(tx, isSelf ? 'password-changed' : 'password-set-by-staff', recipient);
    }
    if (changed.includes('email')) await enqueueSecurityMail(tx, 'email-set-by-staff', recipient);
  }
  if (changed.includes('new_password')) {
    const change = isSelf ? 'password_changed' : 'password_set_by_staff';
    await notify(tx, user.id, { kind: 'account_change', change });
  }
  if (changed.includes('email')) {
    await notify(tx, user.id, { kind: 'account_change', change: 'email_set_by_staff' });
  }
}
