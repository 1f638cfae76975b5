/** In place of what only a newer version can read, after a return to this one. */
export const newerVersionText = 'Saved by a newer version';

/** Converts a name to words: `resetSecondFactor` to `Reset second factor`, and `is_staff` to `Is staff`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words of a stored kind. One that only a newer version knows is `unknown`. */
export const kindInWords = (kind: string): string => (kind === 'unknown' ? newerVersionText : inWords(kind));

export const messages = {
  somethingWentWrong: 'Something went wrong. Please try again.',
  unknownField: 'Unknown field.',
  required: 'Required.',
  notANumber: 'Must be a number.',
  anErrorOccurred: 'An error occurred.',
  anUnexpectedErrorOccurred: 'An unexpected error occurred.',
  serverUnreachable: 'The server cannot be reached. Check your connection and try again.',
  /** The message after a chunk of the client could not be loaded. */
  offline: 'You are offline: calculators work, the rest will come back',
  screenNotLoaded: 'This part of the site could not be loaded. Check your connection and try again.',
  /** The message after a 401, which ends the session. */
  seeYou: 'See you!',
  unauthorizedLoggingOut: 'Unauthorized! Logging Out...',
  /** The client recognizes messages that start with it. */
  tooManyRequests: 'Too many requests',
} as const;

export const site = {
  name: 'Declassified',
  version: '0.1.0',
  contactEmail: 'contact@declassified.example',
} as const;

/** The texts of the layout and the error page. */
export const layoutTexts = {
  noLinksAvailable: 'NO LINKS AVAILABLE',
  accessGuest: 'ACCESS / GUEST',
  /** Also the title of the registration screen. */
  initiateProfile: 'INITIATE PROFILE',
  terminateSession: 'TERMINATE SESSION',
  initialize: 'INITIALIZE',
  returnToCore: 'RETURN TO CORE',
  accessDenied: 'ACCESS DENIED',
  targetNotFound: 'TARGET DATA NOT FOUND IN SYSTEM.',
  systemError: 'SYSTEM ERROR DETECTED...',
} as const;
