/** Apart from the account's constants: the first load needs these alone. */
export const sessionLimits = {
  /** Seconds before its `exp` at which the client counts an access token as expired. */
  expiryMarginSeconds: 5,
  accessTokenSeconds: 5 * 60,
  /** From login, absolute: neither a refresh nor activity extends it. */
  sessionMs: 4 * 60 * 60 * 1000,
  /** How long after its last authentication a session may do what is sensitive. */
  recentSignInSeconds: 15 * 60,
  /** How long a session whose own password change ended it may still read and sign out. */
  readOnlySeconds: 60,
  timerRefetchMs: 5 * 60 * 1000,
  timerRetryDelaysMs: [1_000, 2_000, 3_000],
  countdownCheckMs: 10_000,
  /** Screen readers are told of the automatic logout when this little is left. */
  countdownAnnouncementsMs: [5 * 60 * 1000, 60 * 1000],
  /** Pauses between the attempts of a refresh that met a network error or a 5xx. */
  refreshRetryDelaysMs: [1_000, 2_000, 4_000],
  refreshTimeoutMs: 15_000,
} as const;
