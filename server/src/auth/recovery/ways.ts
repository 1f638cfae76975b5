import { revokeSessions } from '#auth/sessions/sessions.ts';
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
 * `review` leaves it and asks the owner to check it. `end_recent` ends what was added since the event that is undone and in the
 * week before it, because a thief may have added one thing before the other, and leaves what is older for review. `replace` is the
 * password that the event itself sets.
 */
export type Effect = 'end' | 'end_recent' | 'remain' | 'review' | 'replace';

interface Options {
  /** When the event that is undone happened. For a way: what was added earlier remains. */
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

export interface Ending extends Options {
  userId: string;
}

interface EndingWay {
  /**
   * Tables, columns of `users`, `account_links.` with the purpose of a link, and `sealed.` with the purpose of a state that is
   * sealed and sent to the client between two requests.
   */
  stored: readonly string[];
  on: Readonly<Record<RecoveryEvent, Effect>>;
  end: (tx: Transaction, ending: Ending) => Promise<unknown>;
  /** For what the owner has to check. */
  count?: (tx: Transaction, userId: string) => Promise<number>;
}

/** No event ends it. */
type RemainingWay = Pick<EndingWay, 'stored' | 'count'> & {
  on: Readonly<Record<RecoveryEvent, 'remain' | 'review'>>;
};

export type Way = EndingWay | RemainingWay;

const remainsAlways = Object.fromEntries(recoveryEvents.map((event) => [event, 'remain'])) as Record<
  RecoveryEvent,
  'remain'
>;

const factor = (method: 'passkey' | 'totp'): EndingWay => ({
  stored: ['second_factors', ...(method === 'passkey' ? ['sealed.passkey'] : [])],
  on: {
    password_changed: 'remain',
    // Otherwise a mailbox would replace the second factor.
    reset_redeemed: 'review',
    password_set_by_staff: 'review',
    address_set_by_staff: 'review',
    deletion_undone: 'end_recent',
    address_restored: 'end_recent',
    credential_disowned: 'end_recent',
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
  /** With the URLs of their exports, and what they link or enrol. */
  session: {
    stored: ['sessions', 'export_links', 'sealed.openIdFlow', 'sealed.enrolment'],
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
      address_restored: 'end_recent',
      credential_disowned: 'end_recent',
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
    count: (tx, userId) => tx.device.count({ where: { user_id: userId } }),
  },
  api_token: {
    stored: ['api_tokens'],
    on: {
      password_changed: 'remain',
      reset_redeemed: 'end',
      password_set_by_staff: 'end',
      address_set_by_staff: 'end',
      deletion_undone: 'end',
      address_restored: 'end_recent',
      credential_disowned: 'end_recent',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.apiToken.deleteMany({
        where: { user_id: userId, ...(since && { created_at: { gte: since } }) },
      }),
    count: (tx, userId) => tx.apiToken.count({ where: { user_id: userId } }),
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
      deletion_undone: 'end_recent',
      address_restored: 'end_recent',
      credential_disowned: 'end_recent',
      mailbox_proven: 'end',
    },
    end: (tx, { userId, since }) =>
      tx.recoveryCode.deleteMany({
        where: { user_id: userId, ...(since && { created_at: { gte: since } }) },
      }),
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
