/** Texts that the specification quotes and that more than one place needs: said once, here. */
export const messages = {
  calculationSuccessful: 'Calculation successful!',
  loanCalculationFailed: 'Loan calculation failed. Please try again.',
  somethingWentWrong: 'Something went wrong. Please try again.',
  anErrorOccurred: 'An error occurred.',
  anUnexpectedErrorOccurred: 'An unexpected error occurred.',
  unauthorizedLoggingOut: 'Unauthorized! Logging Out...',

  usernameRequired: 'IDENTIFIER REQUIRED',
  emailRequired: 'EMAIL REQUIRED',
  emailInvalid: 'INVALID EMAIL FORMAT',
  passwordRequired: 'CREDENTIALS REQUIRED',
  passwordTooShort: 'CREDENTIALS MUST BE 8+ CHARACTERS',
  passwordMismatch: 'CREDENTIALS MISMATCH',

  registrationSuccessful: 'Registration successful. Please check your email for verification.',
  /** The client finds these two in a conflict's message. */
  usernameExists: 'username already exists',
  emailExists: 'email already exists',
  emailVerified: 'Email verified successfully!',
  emailVerificationFailed: 'Email verification failed. Token might have expired.',
  verificationEmailSent: 'Verification email sent. Please check your inbox.',
  alreadyVerified: 'This account is verified already. You can sign in.',
  resetLinkSent: 'Password reset link sent successfully!',
  /** The client looks for `temporary password has been sent`. */
  temporaryPasswordSent: 'A temporary password has been sent to your email.',
  resetLinkInvalid: 'This reset link is invalid or has expired. Please request a new one.',
  resetUnderWay: 'A password reset of this account is under way. Finish it, or try again in an hour.',
  invalidCredentials: 'Invalid credentials',
  /** The client looks for `Your account is not verified`. */
  accountNotVerified: 'Your account is not verified. Please verify your email first.',
  accountDisabled: 'This account is disabled.',
  /** Every 429 starts with these words; the client looks for them. */
  tooManyRequests: 'Too many requests',
  signInFirst: 'Please sign in.',
  sessionOver: 'The session is over. Please sign in again.',
  loggedOut: 'Logged out successfully',
  seeYou: 'See you!',
} as const;

export const site = { name: 'Declassified', contactEmail: 'contact@declassified.example' } as const;

/** The layout's and the error page's. */
export const layoutTexts = {
  noLinksAvailable: 'NO LINKS AVAILABLE',
  accessGuest: 'ACCESS / GUEST',
  /** Also the title of the registration that it leads to. */
  initiateProfile: 'INITIATE PROFILE',
  terminateSession: 'TERMINATE SESSION',
  initialize: 'INITIALIZE',
  returnToCore: 'RETURN TO CORE',
  accessDenied: 'ACCESS DENIED',
  targetNotFound: 'TARGET DATA NOT FOUND IN SYSTEM.',
  systemError: 'SYSTEM ERROR DETECTED...',
} as const;
