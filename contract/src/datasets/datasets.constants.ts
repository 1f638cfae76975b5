export const datasetFrequencies = ['annual', 'quarterly', 'monthly', 'on change', 'by income year'] as const;
export type DatasetFrequency = (typeof datasetFrequencies)[number];

export const vintageOrigins = ['built_in', 'import', 'refresh'] as const;

export const datasetMessages = {
  vintageOrDay: 'Must not be combined with vintage.',
  dayInFuture: 'Must not be after today (UTC).',
} as const;
