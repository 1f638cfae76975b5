export const secondFactorLimits = {
  nameMaxLength: 80,
  /** Including TOTP secrets that await their first code. */
  maxFactors: 10,
  recoveryCodes: 10,
  tokenSeconds: 5 * 60,
  /** From a TOTP secret to its first code. */
  enrolmentSeconds: 10 * 60,
  /** RFC 6238: length of a step, and steps accepted before and after the present one. */
  totpStepSeconds: 30,
  totpWindowSteps: 1,
  totpDigits: 6,
  /**
   * Wrong codes of a user, at sign-ins on unknown devices, at those on each known one, and in sessions: sign-ins with a
   * stolen password do not use up the owner's.
   */
  wrongPerDay: { sign_in: 80, device: 20, reauthenticate: 20 },
  /** An undone e-mail change also removes what was added so long before it was asked for. */
  plantedBeforeEmailChangeDays: 7,
} as const;

export const secondFactorMessages = {
  needed: 'Please show your second factor.',
  required: 'Staff need a second factor here. Add one to your profile, or sign in with it.',
  wrong: 'This code or passkey is wrong, old or used.',
  signInOver: 'This took too long, or the account has changed meanwhile. Please start again.',
  added: 'Second factor added.',
  lastRequired: 'This is the last second factor of the account, and staff need one here.',
  tooMany: 'An account has at most 10 second factors. Remove one first.',
  noneYet: 'Add a second factor first.',
  passwordFirst: 'The password of this account has to be changed first. Please sign in with the password.',
  passkeyTaken: 'This passkey is registered already.',
  reset: 'Second factor reset.',
  disowned:
    'The second factor is removed, and all sessions of the account have ended. A link to reset your password is on its way to you.',
} as const;
