import { count } from './counts.ts';
import { linkLimits } from './accounts/accounts.constants.ts';
import { sessionLimits } from './accounts/sessions.constants.ts';
import { imageLimits } from './files/files.constants.ts';
import { secondFactorLimits } from './second-factors/second-factors.constants.ts';

/** Durations as texts for messages and descriptions. */
export const durationTexts = {
  verification: durationText(linkLimits.verificationSeconds),
  reset: durationText(linkLimits.resetSeconds),
  temporaryPassword: durationText(linkLimits.temporaryPasswordSeconds),
  undoEmailChange: durationText(linkLimits.undoEmailChangeSeconds),
  undoDeletion: durationText(linkLimits.undoDeletionSeconds),
  notMe: durationText(linkLimits.notMeSeconds),
  session: durationText(sessionLimits.sessionMs / 1_000),
  accessToken: durationText(sessionLimits.accessTokenSeconds),
  recentSignIn: durationText(sessionLimits.recentSignInSeconds),
  secondFactorToken: durationText(secondFactorLimits.tokenSeconds),
  enrolment: durationText(secondFactorLimits.enrolmentSeconds),
  signedUrl: durationText(imageLimits.signedUrlSeconds),
} as const;

/** The duration in minutes below one hour, in days from two days, and otherwise in hours. */
function durationText(seconds: number): string {
  const hours = seconds / 3_600;
  if (hours < 1) return count(seconds / 60, 'minute');
  return hours >= 48 ? count(hours / 24, 'day') : count(hours, 'hour');
}
