export const friendLimits = {
  requestsPerHour: 20,
  requestHourSeconds: 60 * 60,
  pendingRequests: 100,
  blocks: 1_000,
  searchResults: 20,
  queryMaxLength: 150,
  /** A shorter text matches only the beginning of a username. */
  substringMinLength: 3,
  searchDebounceMs: 250,
  refetchMs: 15_000,
  listMaxHeightPx: 256,
} as const;

export const friendMessages = {
  friendRequestSent: 'Friend request sent.',
  friendRequestAccepted: 'Friend request accepted.',
  friendRequestRejected: 'Friend request rejected.',
  friendRequestDeleted: 'Friend request deleted.',
  friendRemoved: 'Friend removed.',
  userBlocked: 'User blocked.',
  userUnblocked: 'User unblocked.',
} as const;
