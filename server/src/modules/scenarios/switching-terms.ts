import type { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import type { z } from 'zod';
import type { Offer } from '#domain/finance/engine/offers.ts';

type Request = z.output<typeof SwitchBody>;
type OfferRequest = Request['offers'][number];

/** An offer of the request in the engine's terms. */
export function offerTerms({ current }: Request, offer: OfferRequest): Offer {
  const { split, fees } = offer;
  return {
    ...rateTerms(offer),
    durationMonths: offer.duration_months ?? current.duration_months,
    split: split && { ...rateTerms(split), amountCents: split.amount },
    takesOffset: offer.offset,
    changeCents: offer.switching_costs - offer.cashback,
    fees: { upfrontCents: fees.upfront, perPeriodCents: fees.per_period },
  };
}

const rateTerms = ({
  annual_interest_rate,
  fixed_periods,
  revert_rate,
}: Pick<OfferRequest, 'annual_interest_rate' | 'fixed_periods' | 'revert_rate'>) => ({
  annualRateMillionths: annual_interest_rate,
  fixed:
    fixed_periods === undefined || revert_rate === undefined
      ? undefined
      : { periods: fixed_periods, revertRateMillionths: revert_rate },
});
