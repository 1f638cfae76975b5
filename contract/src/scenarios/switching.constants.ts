export const switchingLimits = {
  offers: 3,
  nameMaxLength: 60,
} as const;

/** The default name of an offer, by its index in the request. */
export const offerName = (index: number): string => `Offer ${index + 1}`;

/** A difference of total costs in words, such as `$45,426.05 less than staying`. */
export function againstStaying(difference: number, format: (amount: number) => string): string {
  if (difference === 0) return 'the same as staying';
  return `${format(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than staying`;
}
