export const datasetFrequencies = ['annual', 'quarterly', 'monthly', 'on change', 'by income year'] as const;
export type DatasetFrequency = (typeof datasetFrequencies)[number];

export const vintageOrigins = ['built_in', 'import', 'refresh'] as const;

/** `waiting` was never tried. */
export const refreshStates = ['waiting', 'unchanged', 'renewed', 'refused', 'unreachable', 'moved'] as const;
export type RefreshState = (typeof refreshStates)[number];

export const refreshLimits = { reasonMaxLength: 300 } as const;

export const datasetMessages = {
  refreshQueued: 'The publisher is asked now.',
  refreshOff: 'Refreshing is switched off.',
  vintageOrDay: 'Must not be combined with vintage.',
  dayInFuture: 'Must not be after today (UTC).',
} as const;
