export const switchingLimits = {
  offers: 3,
  nameMaxLength: 60,
} as const;

/** An offer without a name is called by its place, from 0. */
export const offerName = (index: number): string => `Offer ${index + 1}`;

export const paymentWays = ['least', 'keep'] as const;
/** `least`: what the offer asks for. `keep`: today's payment goes on. */
export type PaymentWay = (typeof paymentWays)[number];
