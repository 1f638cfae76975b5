/** Texts that more than one area says. */
export const messages = {
  somethingWentWrong: 'Something went wrong. Please try again.',
  unknownField: 'Unknown field.',
  anErrorOccurred: 'An error occurred.',
  anUnexpectedErrorOccurred: 'An unexpected error occurred.',
  serverUnreachable: 'The server cannot be reached. Check your connection and try again.',
  /** On a 401, which ends the session. */
  seeYou: 'See you!',
  unauthorizedLoggingOut: 'Unauthorized! Logging Out...',
  /** Every 429 starts with these words; the client looks for them. */
  tooManyRequests: 'Too many requests',
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
