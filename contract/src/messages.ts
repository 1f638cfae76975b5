import { imageLimits } from './limits.ts';

/** Texts that the specification quotes and that more than one place needs: said once, here. */
export const messages = {
  calculationSuccessful: 'Calculation successful!',
  loanCalculationFailed: 'Loan calculation failed. Please try again.',
  somethingWentWrong: 'Something went wrong. Please try again.',
  unknownField: 'Unknown field.',
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

  userUpdated: 'User Updated!',
  userUpdateFailed: 'An error occurred during user update.',
  userDeleted: 'User deletion successful.',
  userIdMissing: 'User ID is missing, unable to update user',
  reauthenticationFailed: 'Error re-authenticating after password change',
  currentPasswordNeeded: 'Please give your current password.',
  signInToConfirmEmail: 'Please sign in to this account first, then open the link again.',
  undoLinkInvalid: 'This link is invalid or has expired.',
  emailChangeUndone:
    'Your previous email address is back, and all sessions have ended. Please sign in again.',
  imageInvalid: 'Invalid image value. Please try again.',
  imageUnsupported: 'Must be a PNG, JPEG, WebP, AVIF or GIF image.',
  imageTooLarge: `Must be at most ${imageLimits.maxBytes / 1024 ** 2} MiB.`,
  imageTooManyPixels: `Must have at most ${imageLimits.maxPixels / 1e6} megapixels.`,
  storageLimitReached: 'Your storage is full. Delete something, then try again.',

  friendRequestSent: 'Friend request sent.',
  friendRequestAccepted: 'Friend request accepted.',
  friendRequestRejected: 'Friend request rejected.',
  friendRequestDeleted: 'Friend request deleted.',
  friendRemoved: 'Friend removed.',
  userBlocked: 'User blocked.',
  userUnblocked: 'User unblocked.',

  noUserFound: 'No user found for the given filters',
  noIpsFound: 'No IPs found for the given filters',
  noLogsFound: 'No logs found for the given filters',
  ipDeleted: 'Ip deleted successfully',
  logsDeleted: 'Log(s) deleted successfully',
  userUnlocked: 'User unlocked.',
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
