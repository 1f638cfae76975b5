import type { MailOutcome } from '#platform/mail/mail.ts';

/**
 * What has happened in this process since its start, for whoever watches it. Plain numbers that whoever knows of an
 * event raises by one; they cost nothing where nobody reads them.
 */
export interface Counts {
  logins: Record<LoginOutcome, number>;
  registrations: number;
  mails: Record<MailOutcome, number>;
  /** By the limit's name. */
  rateLimitRefusals: Record<string, number>;
}

/** `error`: it could not be decided, such as without a database or a place to hash in. */
export type LoginOutcome = 'success' | 'failed' | 'locked' | 'unverified' | 'disabled' | 'error';

export function createCounts(): Counts {
  return {
    logins: { success: 0, failed: 0, locked: 0, unverified: 0, disabled: 0, error: 0 },
    registrations: 0,
    mails: { sent: 0, refused: 0, failed: 0 },
    rateLimitRefusals: {},
  };
}

/** How full a queue within this process is. */
export interface QueueLoad {
  running: number;
  waiting: number;
  /** Since the start of the process. */
  refused: number;
}
