export const toastLimits = {
  autoCloseMs: 5_000,
  dragDismissPercent: 80,
  deletionMs: 20_000,
  verifyNoticeMs: 60_000,
} as const;

export const requestLimits = {
  /** The most names of an object in a body, or of a query. */
  maxNames: 200,
  /** The most levels of objects and lists in a body. */
  maxLevels: 20,
} as const;

/** Requests from one IP address (IPv6: one /64) in a window. `RATE_LIMIT_SCALE` multiplies every `max`. */
export const rateLimits = {
  /** Limits invalid tokens only; valid ones have no limit. */
  invalidRefresh: { max: 120, windowSeconds: 60 },
  /** Applies to each change of friends, requests and blocks, and to ending sessions. */
  relationChange: { max: 600, windowSeconds: 60 },
  /** Applies to starting, answering and deleting attempts. */
  training: { max: 3_000, windowSeconds: 60 },
  /** Applies to each change of saved calculations and objectives. */
  itemChange: { max: 600, windowSeconds: 60 },
  /** Protects the CPU. The count is in memory only, because moving a slider sends many requests a second. */
  calculator: { max: 3_000, windowSeconds: 60, isPerProcess: true },
  /** One limit for all kinds of longer computations. The unit is a microsecond of CPU time, as `computation-cost.ts` prices it. */
  computation: { max: 300_000, windowSeconds: 10, isPerProcess: true, leastCost: 400 },
  /**
   * Computing the answers of questions, in microseconds of CPU time: drawing them for training, and checking what staff write and
   * import, which takes dozens of calculations for each question. A class behind one IP address may start at once. What staff write
   * counts for each of them, not for their IP address.
   */
  questions: { max: 30_000_000, windowSeconds: 600, isPerProcess: true },
  /** Applies to the refusals of malformed requests of guests to one operation, because a refusal may cost more than the request. */
  malformed: { max: 300, windowSeconds: 60, isPerProcess: true },
  /** Applies to all tool calls of assistants; the limit for computations applies in addition. */
  assistant: { max: 600, windowSeconds: 60, isPerProcess: true },
} as const;

export const listLimits = {
  pageSize: 10,
  maxPageSize: 100,
  pageButtons: 5,
  /** The number of records in one bulk deletion. */
  maxIds: 1_000,
  exportRows: 1_000_000,
  exportLinkSeconds: 60,
  /** The number of records of each kind in a user's overview. */
  overviewAddresses: 20,
  overviewRecords: 10,
} as const;

/** The header with the number of rows in an export. */
export const totalCountHeader = 'x-total-count';
