/** Every number that both ends use, once. Times carry their unit in the name. */

export const loanLimits = {
  minAmount: 0.01,
  maxAmount: 1_000_000_000_000,
  amountDecimals: 2,
  minDurationMonths: 2,
  maxDurationMonths: 600,
  minAnnualRatePercent: 0,
  maxAnnualRatePercent: 30,
  rateDecimals: 6,
  /** The browser form's step of 0.01; the API takes `rateDecimals`. */
  formRateDecimals: 2,
} as const;

export const toastLimits = { autoCloseMs: 5_000, dragDismissPercent: 80 } as const;

/** Links shown in the bar before MORE, and the width at which narrow layouts begin. */
export const layoutLimits = { navLinks: 4, narrowScreenPx: 768 } as const;

/** Requests from one address (IPv6: one /64) in a window; `RATE_LIMIT_SCALE` multiplies every `max`. */
export const rateLimits = {
  calculatePrincipal: { max: 3_000, windowSeconds: 60 },
  registerUser: { max: 60, windowSeconds: 3_600 },
  verifyEmail: { max: 120, windowSeconds: 3_600 },
  resendVerificationEmail: { max: 30, windowSeconds: 3_600 },
  requestPasswordReset: { max: 30, windowSeconds: 3_600 },
  resetPassword: { max: 60, windowSeconds: 3_600 },
  login: { max: 60, windowSeconds: 60 },
  /** Of tokens that are not valid; there is no limit for those that are. */
  invalidRefresh: { max: 120, windowSeconds: 60 },
  logout: { max: 120, windowSeconds: 60 },
} as const;

export const accountLimits = {
  usernameMinLength: 3,
  usernameMaxLength: 30,
  /** RFC 5321, 4.5.3.1.3: a path of 256 octets less its brackets. */
  emailMaxLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 128,
} as const;

/** Failed password tries in a row. */
export const loginLimits = {
  /** After this many, the account waits between tries: longer after each, the last wait from then on. */
  freeTries: 5,
  waitMinutes: [1, 2, 4, 8, 16],
} as const;

/** How long what is sent by mail works. */
export const linkLimits = {
  verificationSeconds: 24 * 60 * 60,
  resetSeconds: 60 * 60,
  temporaryPasswordSeconds: 60 * 60,
} as const;

/** Mail to one recipient that a stranger can set off. */
export const mailBudget = { perHour: 3, perDay: 10 } as const;

export const sessionLimits = {
  /** Seconds before its `exp` at which the client counts an access token as expired. */
  expiryMarginSeconds: 5,
  accessTokenSeconds: 5 * 60,
  /** From login, absolute: neither a refresh nor activity extends it. */
  sessionMs: 4 * 60 * 60 * 1000,
  /** How long a session whose own password change ended it may still read and sign out. */
  readOnlySeconds: 60,
  timerRefetchMs: 5 * 60 * 1000,
  timerRetryDelaysMs: [1_000, 2_000, 3_000],
  countdownCheckMs: 10_000,
  /** Screen readers are told of the automatic logout when this little is left. */
  countdownAnnouncementsMs: [5 * 60 * 1000, 60 * 1000],
  /** Pauses between the tries of one refresh that a lost network or a server in trouble keeps from its answer. */
  refreshRetryDelaysMs: [1_000, 2_000, 4_000],
  refreshTimeoutMs: 15_000,
} as const;

/** How long a screen stays before it sends the visitor on. */
export const redirectDelays = {
  alreadySignedInMs: 500,
  tooManyAttemptsMs: 1_500,
  afterVerificationSeconds: 5,
  afterTemporaryPasswordSeconds: 10,
} as const;
