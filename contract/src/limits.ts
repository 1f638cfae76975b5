export const toastLimits = {
  autoCloseMs: 5_000,
  dragDismissPercent: 80,
  deletionMs: 20_000,
  verifyNoticeMs: 60_000,
} as const;

/** Requests from one address (IPv6: one /64) in a window; `RATE_LIMIT_SCALE` multiplies every `max`. */
export const rateLimits = {
  /** For invalid tokens; valid ones have no limit. */
  invalidRefresh: { max: 120, windowSeconds: 60 },
  /** For each change of friends, requests and blocks, and for ending sessions. */
  relationChange: { max: 600, windowSeconds: 60 },
  /** For starting, answering and deleting attempts. */
  training: { max: 3_000, windowSeconds: 60 },
  /** For each change of saved calculations and objectives. */
  itemChange: { max: 600, windowSeconds: 60 },
  /** Spares a core; writes nothing, not even a shared count. Moving a slider asks many times a second. */
  calculator: { max: 3_000, windowSeconds: 60, isPerProcess: true },
  /** The same for longer computations, together; in rows times steps, as `computation-cost.ts` counts them. */
  computation: { max: 200_000, windowSeconds: 10, isPerProcess: true, leastCost: 400 },
} as const;

export const listLimits = {
  pageSize: 10,
  maxPageSize: 100,
  pageButtons: 5,
  /** In one bulk deletion. */
  maxIds: 1_000,
  exportRows: 1_000_000,
  exportLinkSeconds: 60,
  /** Of each kind. */
  overviewRecords: 10,
} as const;

/** The number of an export's rows. */
export const totalCountHeader = 'x-total-count';
