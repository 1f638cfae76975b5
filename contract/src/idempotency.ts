export const idempotencyKeyHeader = 'idempotency-key';
export const replayedHeader = 'idempotency-replayed';

export const idempotencyLimits = {
  /** How long a key is stored. */
  hours: 24,
  /** Of one user. A further key takes the place of the oldest one. */
  keys: 1_000,
  keyMaxLength: 64,
} as const;

export const idempotencyMessages = {
  invalidKey: `Must be 1 to ${idempotencyLimits.keyMaxLength} visible ASCII characters.`,
  reused: 'This Idempotency-Key belongs to a request with another body.',
  inUse: 'This Idempotency-Key is in use. Please try again.',
  recordGone: 'This request has created a record already, which has been deleted since.',
  /** For each of the operations whose first response contains a secret. */
  secretNotStored: {
    createToken:
      'This request has created its token already. The token itself is not stored: revoke it and create another one.',
    createInvitation:
      'This request has created its invitation already. Its URL is not stored: delete the invitation and create another one.',
  },
} as const;
