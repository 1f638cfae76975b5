/** Numbers that more than one area uses. Times carry their unit in the name. */

export const toastLimits = {
  autoCloseMs: 5_000,
  dragDismissPercent: 80,
  /** What a deletion asks and an administrator is asked to verify stays longer. */
  deletionMs: 20_000,
  verifyNoticeMs: 60_000,
} as const;

/** Requests from one address (IPv6: one /64) in a window; `RATE_LIMIT_SCALE` multiplies every `max`. */
export const rateLimits = {
  /** Of tokens that are not valid; there is no limit for those that are. */
  invalidRefresh: { max: 120, windowSeconds: 60 },
  /** Of each change to friends, requests and blocks, and of ending own sessions. */
  relationChange: { max: 600, windowSeconds: 60 },
  /** Of starting, answering and deleting attempts. */
  training: { max: 3_000, windowSeconds: 60 },
  /** Of each change to what a user keeps: saved calculations, objectives. */
  itemChange: { max: 600, windowSeconds: 60 },
} as const;

export const listLimits = {
  pageSize: 10,
  maxPageSize: 100,
  /** Page buttons, centred on the current page. */
  pageButtons: 5,
  /** Ids in one bulk deletion. */
  maxIds: 1_000,
  exportRows: 1_000_000,
  exportLinkSeconds: 60,
  /** Records of each kind in one user's whole picture. */
  overviewRecords: 10,
} as const;

/** Response header of an export: the number of its rows. */
export const totalCountHeader = 'x-total-count';
