/** Once a result is displayed, changed terms are recalculated after a pause in typing of this length. */
export const recalculateAfterMs = 400;
