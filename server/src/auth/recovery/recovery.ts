import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { hasFactor, removeFactors } from '#auth/second-factor/factors.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { daysAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

/** When an account returns to its owner, or when its owner might be someone else than who prepared it. */
export const recoveryEvents = [
  /** In the profile, by someone who has proven the password. */
  'password_changed',
  /** The first use of a temporary password. */
  'reset_redeemed',
  'password_set_by_staff',
  /** Staff returned the account to its owner, or corrected a mistake. */
  'address_set_by_staff',
  /** The owner changed their mind, or somebody else had asked for the deletion. */
  'deletion_undone',
  /** The former email address was restored by its link. */
  'address_restored',
  /** The owner of the mailbox did not add a second factor or an identity. */
  'credential_disowned',
  /** The email address of the account is verified for the first time. What existed before may be a stranger's. */
  'mailbox_proven',
] as const;
export type RecoveryEvent = (typeof recoveryEvents)[number];

/**
 * `end_since` ends what was added since the event that is undone, `end_since_week_before` also what was added in the week
 * before it, and `review` leaves it and asks the owner to check it. `replace` is the password that the event itself sets.
 */
export type Effect = 'end' | 'end_since' | 'end_since_week_before' | 'remain' | 'review' | 'replace';

interface Options {
  /** When the event that is undone happened. For a way: only what was added since then ends. */
  since?: Date | undefined;
  /** Matches no password, and takes as long to verify. */
  decoy?: string | undefined;
  /** The session that may still read for a minute. */
  sessionId?: string | undefined;
  /** The device that remains known. */
  deviceId?: string | null | undefined;
  /** The reset that was redeemed. */
  resetId?: string | undefined;
}

interface Ending extends Options {
  userId: string;
}

interface Way {
  /** Tables, and columns of `users`. */
  stored: readonly string[];
  on: Readonly<Record<RecoveryEvent, Effect>>;
  end: (tx: Transaction, ending: Ending) => Promise<unknown>;
  /** For what the owner has to check. */
  count?: (tx: Transaction, userId: string) => Promise<number>;
}

const factor = (method: 'passkey' | 'totp'): Way => ({
  stored: ['second_factors'],
  on: {
    password_changed: 'remain',
    // Otherwise a mailbox would replace the second factor.
    reset_redeemed: 'review',
    password_set_by_staff: 'review',
    address_set_by_staff: 'review',
    deletion_undone: 'end_since_week_before',
    address_restored: 'end_since_week_before',
    credential_disowned: 'end_since',
    mailbox_proven: 'end',
  },
  end: (tx, { userId, since }) =>
    tx.secondFactor.deleteMany({
      where: { user_id: userId, method, ...(since && { created_at: { gte: since } }) },
    }),
  count: (tx, userId) =>
    tx.secondFactor.count({ where: { user_id: userId, method, confirmed_at: { not: null } } }),
});

/**
 * Everything with which somebody signs in or acts for an account. Sealed states between two requests are no rows: the
 * state of a sign-in ends with its password or identity, that of a link or an enrolment with its session.
 */
export const ways = {
  password: {
    stored: [
      'users.password_hash',
      'users.has_password',
      'users.must_change_password',
      'users.password_expires_at',
    ],
    on: {
      password_changed: 'replace',
      reset_redeemed: 'replace',
      password_set_by_staff: 'replace',
      // Both happen mostly without a thief, and the owner can reset it.
      address_set_by_staff: 'remain',
      deletion_undone: 'remain',
      address_restored: 'end',
      // The owner decides with the reset link that is sent.
      credential_disowned: 'remain',
      // The email asks whether the recipient registered, which is when the password was chosen.
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
    stored: ['account_links'],
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
    stored: ['users.pending_email', 'account_links'],
    on: {
      password_changed: 'end',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end',
      credential_disowned: 'end',
      mailbox_proven: 'end',
    },
    end: async (tx, { userId }) => {
      await tx.user.update({ where: { id: userId }, data: { pending_email: null } });
      await tx.accountLink.deleteMany({ where: { user_id: userId, purpose: 'change_email' } });
    },
  },
  /** With the URLs of their exports. */
  session: {
    stored: ['sessions', 'export_links'],
    on: {
      password_changed: 'end',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end',
      credential_disowned: 'end',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, sessionId }) => revokeSessions(tx, userId, sessionId),
  },
  device: {
    stored: ['devices'],
    on: {
      password_changed: 'end',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end_since',
      credential_disowned: 'end_since',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since, deviceId }) =>
      tx.device.deleteMany({
        where: {
          user_id: userId,
          ...(since && { created_at: { gte: since } }),
          ...(deviceId && { id: { not: deviceId } }),
        },
      }),
  },
  api_token: {
    stored: ['api_tokens'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end_since',
      credential_disowned: 'end_since',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.apiToken.deleteMany({
        where: { user_id: userId, ...(since && { created_at: { gte: since } }) },
      }),
  },
  passkey: factor('passkey'),
  totp: factor('totp'),
  recovery_code: {
    stored: ['recovery_codes'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'review',
      password_set_by_staff: 'review',
      address_set_by_staff: 'review',
      deletion_undone: 'end_since_week_before',
      address_restored: 'end_since',
      credential_disowned: 'end_since',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.recoveryCode.deleteMany({
        where: { user_id: userId, ...(since && { created_at: { gte: since } }) },
      }),
    count: (tx, userId) => tx.recoveryCode.count({ where: { user_id: userId } }),
  },
  identity: {
    stored: ['identities'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end_since_week_before',
      address_restored: 'end_since_week_before',
      credential_disowned: 'end_since',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.identity.deleteMany({
        where: { user_id: userId, ...(since && { linked_at: { gte: since } }) },
      }),
  },
  /** With which a creation can be repeated for a day. */
  idempotency_key: {
    stored: ['idempotency_keys'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end',
      credential_disowned: 'end',
      mailbox_proven: 'end',
    },
    end: (tx, { userId }) => tx.idempotencyKey.deleteMany({ where: { user_id: userId } }),
  },
} as const satisfies Record<string, Way>;

interface Recovery extends Ending {
  event: RecoveryEvent;
}

const endings: ReadonlySet<Effect> = new Set(['end', 'end_since', 'end_since_week_before']);

/**
 * What every recovery of an account does to the ways to sign in or act. The caller has locked the user. Resolves to
 * whether ways remain that the owner should check.
 */
export async function applyRecovery(
  tx: Transaction,
  { event, ...options }: Recovery,
): Promise<{ hasWaysToReview: boolean }> {
  const { userId } = options;
  let toReview = 0;
  for (const way of Object.values<Way>(ways)) {
    const effect = way.on[event];
    if (effect === 'review') toReview += (await way.count?.(tx, userId)) ?? 0;
    if (endings.has(effect)) await way.end(tx, { ...options, since: startOf(effect, options.since) });
  }
  // Recovery codes alone would ask for a factor that is gone.
  const endsFactors = endings.has(ways.totp.on[event]);
  if (endsFactors && !(await hasFactor(tx, userId))) await removeFactors(tx, userId);
  return { hasWaysToReview: toReview > 0 };
}

function startOf(effect: Effect, since: Date | undefined): Date | undefined {
  if (effect === 'end') return undefined;
  if (!since) throw new Error('An event that is undone needs its time.');
  return effect === 'end_since' ? since : daysAfter(since, -secondFactorLimits.addedBeforeEmailChangeDays);
}
