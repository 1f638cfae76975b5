export const switchingLimits = {
  offers: 3,
  nameMaxLength: 60,
} as const;

/** The default name of an offer, by its index in the request. */
export const offerName = (index: number): string => `Offer ${index + 1}`;
