import { linkLimits } from './accounts/accounts.constants.ts';
import { sessionLimits } from './accounts/sessions.constants.ts';
import { imageLimits } from './files/files.constants.ts';
import { secondFactorLimits } from './second-factors/second-factors.constants.ts';

/** For texts. */
export const durationTexts = {
  verification: inWords(linkLimits.verificationSeconds),
  reset: inWords(linkLimits.resetSeconds),
  temporaryPassword: inWords(linkLimits.temporaryPasswordSeconds),
  undoEmailChange: inWords(linkLimits.undoEmailChangeSeconds),
  undoDeletion: inWords(linkLimits.undoDeletionSeconds),
  notMe: inWords(linkLimits.notMeSeconds),
  session: inWords(sessionLimits.sessionMs / 1_000),
  accessToken: inWords(sessionLimits.accessTokenSeconds),
  recentSignIn: inWords(sessionLimits.recentSignInSeconds),
  secondFactorToken: inWords(secondFactorLimits.tokenSeconds),
  enrolment: inWords(secondFactorLimits.enrolmentSeconds),
  signedUrl: inWords(imageLimits.signedUrlSeconds),
} as const;

/** Whole minutes, hours, or days from two on. */
function inWords(seconds: number): string {
  const hours = seconds / 3_600;
  if (hours < 1) return `${seconds / 60} minutes`;
  if (hours >= 48) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
