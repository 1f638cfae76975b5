export const accountLimits = {
  usernameMinLength: 3,
  usernameMaxLength: 30,
  /** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of which are its angle brackets. */
  emailMaxLength: 254,
  /** RFC 5321, 4.5.3.1.1. */
  emailLocalPartMaxLength: 64,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  staffPasswordMinLength: 12,
} as const;

/** The defaults of the settings. */
export const loginLimits = {
  /** After this many failed sign-ins, each further attempt requires a wait, which doubles up to the longest wait. */
  freeTries: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 16 * 60,
} as const;

export const deviceLimits = {
  perUser: 10,
  /** A device or network without a sign-in for this long is deleted. */
  knownDays: 180,
  mailsPerDay: 3,
} as const;

export const linkLimits = {
  verificationSeconds: 24 * 60 * 60,
  resetSeconds: 60 * 60,
  temporaryPasswordSeconds: 60 * 60,
  undoEmailChangeSeconds: 7 * 24 * 60 * 60,
  undoDeletionSeconds: 7 * 24 * 60 * 60,
  notMeSeconds: 72 * 60 * 60,
} as const;

/** Limits for emails that strangers can trigger, for each recipient and each network. */
export const mailBudgets = {
  confirmation: { perHour: 3, perDay: 10, perHourBeyond: 0 },
  reset: { perHour: 3, perDay: 10, perHourBeyond: 1 },
  networkPerHour: 30,
} as const;

export const redirectDelays = {
  alreadySignedInMs: 500,
  tooManyAttemptsMs: 1_500,
  afterVerificationSeconds: 5,
  afterTemporaryPasswordSeconds: 10,
} as const;

/** The client recognizes messages by these parts. */
export const messageMarks = {
  accountNotVerified: 'Your account is not verified',
  temporaryPasswordSent: 'temporary password has been sent',
} as const;

export const accountMessages = {
  usernameRequired: 'IDENTIFIER REQUIRED',
  usernameMissing: 'Enter a username.',
  emailRequired: 'EMAIL REQUIRED',
  emailInvalid: 'INVALID EMAIL FORMAT',
  passwordRequired: 'CREDENTIALS REQUIRED',
  passwordTooShort: 'CREDENTIALS MUST BE 8+ CHARACTERS',
  passwordMismatch: 'CREDENTIALS MISMATCH',
  registrationClosed: 'Registration is closed for now. Please come back later.',
  registrationSuccessful: 'Registration successful. Please check your email for verification.',
  /** The client recognizes a conflict by these two. */
  usernameExists: 'username already exists',
  emailExists: 'email already exists',
  emailVerified: 'Email verified successfully!',
  emailVerificationFailed: 'Email verification failed. Token might have expired.',
  verificationEmailSent: 'Verification email sent. Please check your inbox.',
  alreadyVerified: 'This account is verified already. You can sign in.',
  resetLinkSent: 'Password reset link sent successfully!',
  temporaryPasswordSent: `A ${messageMarks.temporaryPasswordSent} to your email.`,
  resetLinkInvalid: 'This reset link is invalid or has expired. Please request a new one.',
  resetUnderWay: 'A password reset of this account is under way. Finish it, or try again in an hour.',
  invalidCredentials: 'Invalid credentials',
  accountNotVerified: `${messageMarks.accountNotVerified}. Please verify your email first.`,
  accountDisabled: 'This account is disabled.',
  accountSuspended: 'This account is suspended.',
  signInFirst: 'Please sign in.',
  sessionOver: 'The session is over. Please sign in again.',
  loggedOut: 'Logged out successfully',
  signInToConfirmEmail: 'Please sign in to this account first, then open the link again.',
  currentPasswordNeeded: 'Please enter your current password.',
  reauthenticationNeeded: 'Please confirm first that it is you.',
  reauthenticated: 'Thank you. You can go on.',
} as const;
