/** The timing of the health check on the staff dashboard. */
export const healthLimits = { checkEveryMs: 30_000, slowMs: 2_000, timeoutMs: 10_000 } as const;
