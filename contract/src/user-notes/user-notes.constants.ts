export const userNoteLimits = {
  textMaxLength: 2_000,
  /** Of one user. */
  notes: 200,
  /** How long the author may delete a note. A superuser always may. */
  deletableMinutes: 15,
} as const;

export const userNoteMessages = {
  created: 'Note saved.',
  tooMany: 'This user has as many notes as possible.',
  notDeletable: `Only a superuser can delete a note of somebody else, or after ${userNoteLimits.deletableMinutes} minutes.`,
} as const;
