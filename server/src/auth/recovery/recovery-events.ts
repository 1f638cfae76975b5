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

export interface EndingWay {
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
export type RemainingWay = Pick<EndingWay, 'stored' | 'count'> & {
  on: Readonly<Record<RecoveryEvent, 'remain' | 'review'>>;
};

export type Way = EndingWay | RemainingWay;
