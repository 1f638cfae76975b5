export const invitationLimits = {
  noteMaxLength: 100,
  days: { min: 1, max: 30, default: 7 },
  /** Of staff. Those of users are for one person. */
  uses: { min: 1, max: 50 },
  /** That one person can have at a time and that still work. */
  open: 100,
  /** The setting of how many people a user may invite. */
  perUser: { min: 0, max: 20, default: 0 },
  /** An invitation is listed for so long after its end. */
  listedDays: 90,
} as const;

export const invitationMessages = {
  created: 'Invitation created. Copy the link now, because it will not be shown again.',
  works: 'The invitation works.',
  deleted: 'Invitation deleted. Its link no longer works.',
  invalid:
    'This invitation does not work: it has ended, it was used, or its link is incomplete. Ask for another one.',
  byInvitation: 'Registration is by invitation.',
  noneLeft: 'You have no invitations left.',
  tooMany: `You have ${invitationLimits.open} invitations that still work. Delete one first.`,
  forOne: 'Must be 1: your invitations are for one person each.',
} as const;

/** The name of the invitation in the fragment of the registration page's URL. */
export const invitationParameter = 'invitation';
