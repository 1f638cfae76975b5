import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { hasFactor, removeFactors } from '#auth/second-factor/factors.ts';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import {
  type Ending,
  type RecoveryEvent,
  type Way,
  type Effect,
  type EndingWay,
  recoveryEvents,
} from './recovery-events.ts';

const atEachEvent = <const Each extends Effect>(effect: Each) =>
  Object.fromEntries(recoveryEvents.map((event) => [event, effect])) as Record<RecoveryEvent, Each>;

const remainsAlways = atEachEvent('remain');
const endsAlways = atEachEvent('end');

const onSecondFactor = {
  password_changed: 'remain',
  // Otherwise a mailbox would replace the second factor.
  reset_redeemed: 'review',
  password_set_by_staff: 'review',
  address_set_by_staff: 'review',
  deletion_undone: 'end_recent',
  address_restored: 'end_recent',
  credential_disowned: 'end_recent',
  mailbox_proven: 'end',
} as const;

/** The rows of the user, or those of them that were added since. */
const addedSince = ({ userId, since }: Ending) => ({
  user_id: userId,
  ...(since && { created_at: { gte: since } }),
});

const factor = (method: 'passkey' | 'totp'): EndingWay => ({
  stored: ['second_factors', ...(method === 'passkey' ? ['sealed.passkey'] : [])],
  on: onSecondFactor,
  end: (tx, ending) => tx.secondFactor.deleteMany({ where: { ...addedSince(ending), method } }),
  count: (tx, userId) =>
    tx.secondFactor.count({ where: { user_id: userId, method, confirmed_at: { not: null } } }),
});

/**
 * Everything with which somebody signs in or acts for an account. Sealed states cannot be deleted: each is checked against the row
 * that it belongs to, and ends with it.
 */
export const ways = {
  password: {
    stored: [
      'users.password_hash',
      'users.has_password',
      'users.must_change_password',
      'users.password_expires_at',
      'sealed.login',
    ],
    on: {
      password_changed: 'replace',
      reset_redeemed: 'replace',
      password_set_by_staff: 'replace',
      // Happens mostly without a thief, and the owner can reset it.
      address_set_by_staff: 'remain',
      // Each of these three may follow a password that a thief set, which no time of its own tells. The owner sets another by the
      // reset link.
      deletion_undone: 'end',
      address_restored: 'end',
      credential_disowned: 'end',
      // The email asks whether the recipient registered, which is when the password was chosen, and the sign-in after it needs it.
      // Who confirms a stranger's registration all the same ends that password, its sessions and what it added by a reset.
      mailbox_proven: 'remain',
    },
    end: (tx, { userId, decoy }) => {
      if (decoy === undefined) throw new Error('A password ends with a decoy in its place.');
      const data = { password_hash: decoy, has_password: false, password_expires_at: null };
      return tx.user.update({ where: { id: userId }, data });
    },
  },
  /** Links to reset the password, and the temporary passwords that they send. */
  reset: {
    stored: ['account_links.reset_password'],
    on: {
      password_changed: 'end',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      // Those to this address. The others are deleted with their address.
      address_set_by_staff: 'remain',
      deletion_undone: 'end',
      // Those to the restored address; `undoEmailChange` ends the others.
      address_restored: 'remain',
      credential_disowned: 'remain',
      mailbox_proven: 'remain',
    },
    end: (tx, { userId, resetId }) =>
      tx.accountLink.deleteMany({
        where: {
          user_id: userId,
          purpose: 'reset_password',
          redeemed_at: null,
          ...(resetId !== undefined && { id: { not: resetId } }),
        },
      }),
  },
  pending_email: {
    stored: ['users.pending_email', 'account_links.change_email'],
    on: endsAlways,
    end: async (tx, { userId }) => {
      await tx.user.update({ where: { id: userId }, data: { pending_email: null } });
      await tx.accountLink.deleteMany({ where: { user_id: userId, purpose: 'change_email' } });
    },
  },
  /** With the URLs of their exports, and what they link or enrol. */
  session: {
    stored: ['sessions', 'export_links', 'sealed.openIdFlow', 'sealed.enrolment'],
    on: endsAlways,
    end: (tx, { userId, sessionId }) => revokeSessions(tx, userId, sessionId),
  },
  device: {
    stored: ['devices'],
    on: { ...endsAlways, address_restored: 'end_recent', credential_disowned: 'end_recent' },
    end: (tx, { deviceId, ...ending }) =>
      tx.device.deleteMany({
        where: { ...addedSince(ending), ...(deviceId && { id: { not: deviceId } }) },
      }),
    count: (tx, userId) => tx.device.count({ where: { user_id: userId } }),
  },
  api_token: {
    stored: ['api_tokens'],
    on: {
      ...endsAlways,
      password_changed: 'remain',
      address_restored: 'end_recent',
      credential_disowned: 'end_recent',
    },
    end: (tx, ending) => tx.apiToken.deleteMany({ where: addedSince(ending) }),
    count: (tx, userId) => tx.apiToken.count({ where: { user_id: userId } }),
  },
  passkey: factor('passkey'),
  totp: factor('totp'),
  recovery_code: {
    stored: ['recovery_codes'],
    on: onSecondFactor,
    end: (tx, ending) => tx.recoveryCode.deleteMany({ where: addedSince(ending) }),
    count: (tx, userId) => tx.recoveryCode.count({ where: { user_id: userId } }),
  },
  identity: {
    stored: ['identities', 'sealed.openIdCode'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end_recent',
      address_restored: 'end_recent',
      credential_disowned: 'end_recent',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.identity.deleteMany({
        where: { user_id: userId, ...(since && { linked_at: { gte: since } }) },
      }),
    count: (tx, userId) => tx.identity.count({ where: { user_id: userId } }),
  },
  /** Proves the address of the account, and no other. A change of the address ends it. */
  verification_link: { stored: ['account_links.verify_email'], on: remainsAlways },
  /** With which its owner takes the account back from a thief, also after a recovery by the thief. */
  undo_link: {
    stored: ['account_links.undo_email_change', 'account_links.undo_deletion', 'account_links.not_me'],
    on: {
      ...remainsAlways,
      // Nobody had proven an address before.
      mailbox_proven: 'end',
    },
    end: (tx, { userId }) =>
      tx.accountLink.deleteMany({
        where: { user_id: userId, purpose: { in: ['undo_email_change', 'undo_deletion', 'not_me'] } },
      }),
  },
  /**
   * An identity that waits in one browser for a registration, or for the sign-in to the account with its address by another way. It
   * signs nobody in.
   */
  pending_identity: {
    stored: ['sealed.openIdIdentity', 'sealed.openIdLink', 'sealed.openIdBrowser'],
    on: remainsAlways,
  },
  /** They read what is shared with them, and write in the loans that both follow. Which of them a thief added only the owner knows. */
  friend: {
    stored: ['friendships', 'calculation_shares', 'loan_invitations', 'followed_loans'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'review',
      password_set_by_staff: 'review',
      address_set_by_staff: 'review',
      deletion_undone: 'review',
      address_restored: 'review',
      credential_disowned: 'review',
      mailbox_proven: 'remain',
    },
    count: (tx, userId) =>
      tx.friendship.count({ where: { OR: [{ low_user_id: userId }, { high_user_id: userId }] } }),
  },
  /** With which a creation can be repeated for a day. */
  idempotency_key: {
    stored: ['idempotency_keys'],
    on: { ...endsAlways, password_changed: 'remain' },
    end: (tx, { userId }) => tx.idempotencyKey.deleteMany({ where: { user_id: userId } }),
  },
} as const satisfies Record<string, Way>;

interface Recovery extends Ending {
  event: RecoveryEvent;
}

/**
 * What every recovery of an account does to the ways to sign in or act. The caller has locked the user. Resolves to
 * whether ways remain that the owner should check.
 */
export async function applyRecovery(
  tx: Transaction,
  { event, since, ...options }: Recovery,
): Promise<{ hasWaysToReview: boolean }> {
  const { userId } = options;
  const toReview: Way[] = [];
  for (const way of Object.values<Way>(ways)) {
    const effect = way.on[event];
    if ('end' in way && effect === 'end') await way.end(tx, options);
    if ('end' in way && effect === 'end_recent') await way.end(tx, { ...options, since: weekBefore(since) });
    if (effect === 'end_recent' || effect === 'review') toReview.push(way);
  }
  // Recovery codes alone would ask for a factor that is gone.
  const endsFactors = ways.totp.on[event] === 'end' || ways.totp.on[event] === 'end_recent';
  if (endsFactors && !(await hasFactor(tx, userId))) await removeFactors(tx, userId);
  let count = 0;
  for (const way of toReview) count += (await way.count?.(tx, userId)) ?? 0;
  return { hasWaysToReview: count > 0 };
}

function weekBefore(since: Date | undefined): Date {
  if (!since) throw new Error('An event that is undone needs its time.');
  return daysAfter(since, -secondFactorLimits.addedBeforeUndoneDays);
}
