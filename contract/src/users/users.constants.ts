export const accountStatuses = [
  'unverified',
  'active',
  'locked',
  'suspended',
  'disabled',
  'deleting',
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const userMessages = {
  userUpdated: 'User Updated!',
  userUpdateFailed: 'An error occurred during user update.',
  userDeleted: 'User deletion successful.',
  deletionUndone:
    'Your account is back. If it had a password, it no longer works: we have sent you an email with a link to a new one.',
  deletionUndoneDisabled: 'Your account will not be deleted. Our staff have disabled it: ask us why.',
  changeInProfile: 'Change it in your profile.',
  sessionsEnded: 'All sessions of the user have ended.',
  userIdMissing: 'User ID is missing, unable to update user',
  reauthenticationFailed: 'Error re-authenticating after password change',
  undoLinkInvalid: 'This link is invalid or has expired.',
  emailChangeUndone:
    'Your previous email address is back, and all sessions have ended. If the account has a password, it no longer works: reset it to sign in again.',
  noUserFound: 'No user found for the given filters',
  notForNames: 'Not accepted with view=names.',
  userUnlocked: 'User unlocked.',
} as const;
