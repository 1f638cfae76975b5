export const datasetFrequencies = ['annual', 'quarterly', 'monthly', 'on change', 'by income year'] as const;
export type DatasetFrequency = (typeof datasetFrequencies)[number];

/** The groups of datasets, in the order of the screen. */
export const datasetTopics = [
  'Interest rates',
  'Prices',
  'Work and pay',
  'Economy',
  'Exchange',
  'Tax',
] as const;

/** The table of lending rates: what kind of loan, and of whom. */
export const lendingTable = {
  rows: ['Variable', 'Fixed, up to three years', 'Interest-only', 'Principal and interest', 'All home loans'],
  columns: ['Owner-occupiers, new', 'Owner-occupiers, existing', 'Investors, new', 'Investors, existing'],
} as const;

/** The dataset of the cash rate, which the rates of a loan may follow. */
export const cashRateSlug = 'rba-cash-rate-changes';

/** The dataset of consumer prices, by which amounts are read in today's dollars. */
export const consumerPricesSlug = 'cpi-quarterly';

/** The name of a vintage: the first hex digits of a hash of its figures. */
export const vintageNamePattern = /^[0-9a-f]{12}$/;

export const vintageOrigins = ['built_in', 'import', 'refresh'] as const;

/** `waiting`: there has been no attempt yet. */
export const refreshStates = ['waiting', 'unchanged', 'renewed', 'refused', 'unreachable', 'moved'] as const;

export const refreshLimits = {
  reasonMaxLength: 300,
  /** Of each agent. */
  requests: { max: 6, windowSeconds: 60 * 60 },
} as const;

export const datasetLimits = {
  /** The most figures of a dataset, as readers load all of them. */
  maxPoints: 20_000,
} as const;

/** The Atom feed of new figures. */
export const datasetFeedPath = '/data/feed.xml';

export const datasetMessages = {
  followed: 'You are notified when a new figure arrives.',
  unfollowed: 'You are not notified any more.',
  refreshQueued: 'The publisher is asked now.',
  refreshOff: 'Refreshing is switched off.',
  vintageOrDay: 'Must not be combined with vintage.',
  dayInFuture: 'Must not be after today (UTC).',
} as const;
