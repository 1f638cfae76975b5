/** Separate from `accounts.constants.ts`, because the first load needs only these. */
export const sessionLimits = {
  /** The client counts an access token as expired this long before its `exp`. */
  expiryMarginSeconds: 5,
  accessTokenSeconds: 5 * 60,
  /** The absolute lifetime of a session: neither a refresh nor activity extends it. */
  sessionMs: 4 * 60 * 60 * 1000,
  /** How long a sign-in counts as recent for step-up authentication. */
  recentSignInSeconds: 15 * 60,
  /** After a password change, the access tokens of the session may read and sign out for this long. */
  readOnlySeconds: 60,
  timerRefetchMs: 5 * 60 * 1000,
  timerRetryDelaysMs: [1_000, 2_000, 3_000],
  countdownCheckMs: 10_000,
  /** When screen readers announce the automatic sign-out. */
  countdownAnnouncementsMs: [5 * 60 * 1000, 60 * 1000],
  /** The wait after a network error or a 5xx. */
  refreshRetryDelaysMs: [1_000, 2_000, 4_000],
  refreshTimeoutMs: 15_000,
} as const;
