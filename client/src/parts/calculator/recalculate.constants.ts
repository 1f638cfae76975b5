/** After a result, changed terms are calculated when the user pauses. */
export const recalculateAfterMs = 400;
