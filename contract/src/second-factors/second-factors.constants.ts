export const secondFactorLimits = {
  nameMaxLength: 80,
  /** Includes TOTP secrets that have not been confirmed. */
  maxFactors: 10,
  recoveryCodes: 10,
  tokenSeconds: 5 * 60,
  /** The time limit for the first code of a TOTP secret. */
  enrolmentSeconds: 10 * 60,
  /** RFC 6238: the length of a step, and the steps accepted before and after the current one. */
  totpStepSeconds: 30,
  totpWindowSteps: 1,
  totpDigits: 6,
  /**
   * The number of wrong codes of a user, counted separately for sign-ins on unknown devices, on each known device, and
   * in sessions: sign-ins with a stolen password do not use up the attempts of the owner.
   */
  wrongPerDay: { sign_in: 80, device: 20, reauthenticate: 20 },
  /** A recovery that undoes an event also ends ways to sign in or act that were added this long before the event. */
  addedBeforeUndoneDays: 7,
} as const;

export const secondFactorMessages = {
  needed: 'Please confirm with your second factor.',
  required: 'Staff need a second factor here. Add one to your profile, or sign in with it.',
  wrong: 'This code or passkey is wrong, expired or already used.',
  signInExpired: 'This took too long, or the account has changed meanwhile. Please start again.',
  added: 'Second factor added.',
  lastRequired: 'This is the last second factor of the account, and staff need one here.',
  tooMany: 'An account has at most 10 second factors. Remove one first.',
  noneYet: 'Add a second factor first.',
  passwordFirst: 'The password of this account has to be changed first. Please sign in with the password.',
  passkeyTaken: 'This passkey is registered already.',
  reset: 'Second factor reset.',
  /** Sentences of the response to "This was not me", which has those that are true. */
  disowned: {
    removed:
      'What was added is removed, the password no longer works, and all sessions of the account have ended.',
    restored: 'The account has this email address again.',
    reopened: 'It will not be deleted.',
    mailed: 'We have sent you an email with a link to a new password.',
    disabled: 'Our staff have disabled the account: ask us why.',
  },
} as const;
