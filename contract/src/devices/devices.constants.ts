export const deviceMessages = {
  othersEnded: 'All other sessions have ended, and the other devices are forgotten.',
} as const;
