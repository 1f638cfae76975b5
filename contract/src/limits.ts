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

export const toastLimits = {
  autoCloseMs: 5_000,
  dragDismissPercent: 80,
  /** What a deletion asks and an administrator is asked to verify stays longer. */
  deletionMs: 20_000,
  verifyNoticeMs: 60_000,
} as const;

/** Links shown in the bar before MORE, the width at which narrow layouts begin, the staff area's navigation. */
export const layoutLimits = { navLinks: 4, narrowScreenPx: 768, sideNavigationPx: 240 } as const;

/** Requests from one address (IPv6: one /64) in a window; `RATE_LIMIT_SCALE` multiplies every `max`. */
export const rateLimits = {
  /** Spares a core. The calculation writes nothing, not even its count. */
  calculatePrincipal: { max: 3_000, windowSeconds: 60, isPerProcess: true },
  registerUser: { max: 60, windowSeconds: 3_600 },
  verifyEmail: { max: 120, windowSeconds: 3_600 },
  resendVerificationEmail: { max: 30, windowSeconds: 3_600 },
  requestPasswordReset: { max: 30, windowSeconds: 3_600 },
  resetPassword: { max: 60, windowSeconds: 3_600 },
  login: { max: 60, windowSeconds: 60 },
  /** Of tokens that are not valid; there is no limit for those that are. */
  invalidRefresh: { max: 120, windowSeconds: 60 },
  logout: { max: 120, windowSeconds: 60 },
  undoEmailChange: { max: 60, windowSeconds: 3_600 },
  updateUser: { max: 120, windowSeconds: 3_600 },
  exportUser: { max: 20, windowSeconds: 3_600 },
  searchUsers: { max: 300, windowSeconds: 60 },
  /** Of each change to friends, requests and blocks, and of ending own sessions. */
  relationChange: { max: 600, windowSeconds: 60 },
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
  undoEmailChangeSeconds: 7 * 24 * 60 * 60,
} as const;

/** Mail to one recipient that a stranger can set off. */
export const mailBudget = { perHour: 3, perDay: 10 } as const;

export const sessionLimits = {
  /** Seconds before its `exp` at which the client counts an access token as expired. */
  expiryMarginSeconds: 5,
  accessTokenSeconds: 5 * 60,
  /** From login, absolute: neither a refresh nor activity extends it. */
  sessionMs: 4 * 60 * 60 * 1000,
  /** How long after its sign-in a session may change what is sensitive without the current password. */
  recentSignInSeconds: 15 * 60,
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

export const profileLimits = {
  phoneNumberMaxLength: 32,
  countryNameMaxLength: 100,
  /** ITU-T E.164: a whole number has at most 15 digits. */
  countryCodeMaxLength: 15,
  earliestDateOfBirth: '1900-01-01',
} as const;

export const imageLimits = {
  maxBytes: 5 * 1024 * 1024,
  /** Looked at before anything is decoded. */
  maxPixels: 40_000_000,
  /** Both sides of what is kept are at most this long. */
  storedSidePx: 512,
  signedUrlSeconds: 5 * 60,
  /** Further tries of an image that did not load, and the pause before each. */
  retries: 2,
  retryDelayMs: 500,
} as const;

/** How many records a user may have. Only what one creates by choice is held against it. */
export const storageLimits = {
  records: 1_000,
  premiumRecords: 10_000,
  /** The ring's colours change at these percentages. */
  warnPercent: 70,
  hotPercent: 90,
  /** Categories the breakdown shows by themselves; the rest is Other. */
  shownCategories: 5,
} as const;

export const friendLimits = {
  requestsPerHour: 20,
  requestHourSeconds: 60 * 60,
  pendingRequests: 100,
  /** Users whom one has blocked at a time. */
  blocks: 1_000,
  searchResults: 20,
  queryMaxLength: 150,
  /** From this many characters on, a search also looks inside names. */
  insideFromLength: 3,
  searchDebounceMs: 250,
  refetchMs: 15_000,
  listMaxHeightPx: 256,
} as const;

export const listLimits = {
  pageSize: 10,
  maxPageSize: 100,
  /** Page buttons, centred on the current page. */
  pageButtons: 5,
  /** Ids in one bulk deletion. */
  maxIds: 1_000,
  exportRows: 1_000_000,
  /** Records of each kind in one user's whole picture. */
  overviewRecords: 10,
} as const;

/** How long IP and log records are kept, unless the operator says otherwise. */
export const recordLimits = { retentionDays: 90 } as const;

/** The dashboard's look at the server's health. */
export const healthLimits = { checkEveryMs: 30_000, slowMs: 2_000, timeoutMs: 10_000 } as const;
