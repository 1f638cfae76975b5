export const suspensionLimits = {
  reasonMaxLength: 500,
  shortestMinutes: 60,
  longestDays: 366,
} as const;

export const suspensionMessages = {
  notSuspended: 'This user is not suspended.',
  self: 'You may not suspend yourself.',
} as const;
