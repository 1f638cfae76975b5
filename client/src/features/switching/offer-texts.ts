import { count } from 'contract/counts.ts';
import { formatDuration, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import type { OfferInputs, SwitchInputs } from './switch-inputs.ts';

const aud = (text: string) => formatShortAud(Number(text));
const rate = (text: string) => formatShortRate(Number(text));
const joined = (...texts: (string | false)[]) => texts.filter(Boolean).join(', ');

const fixedText = ({ fixed_periods, revert_rate }: Pick<OfferInputs, 'fixed_periods' | 'revert_rate'>) =>
  fixed_periods &&
  revert_rate &&
  `fixed for ${count(Number(fixed_periods), 'payment')}, then ${rate(revert_rate)}`;

export const feesText = ({ upfront, per_period, per_year }: OfferInputs['fees']) =>
  joined(
    upfront && `${aud(upfront)} upfront fee`,
    per_period && `${aud(per_period)} fee a payment`,
    per_year && `${aud(per_year)} fee a year`,
  );

/** The terms of an offer by option; empty for options without values. */
export const offerTexts = ({ duration_months, split, ...offer }: OfferInputs) => ({
  months: duration_months && formatDuration(Number(duration_months)),
  fixed: fixedText(offer),
  split: joined(
    split.amount &&
      split.annual_interest_rate &&
      `${aud(split.amount)} split at ${rate(split.annual_interest_rate)}`,
    split.amount && fixedText(split),
  ),
});

/** The terms of an offer without its name, such as `5.9% over 25 years, $1,200 costs of switching`. */
export function offerTerms(offer: OfferInputs, { duration_months }: SwitchInputs): string {
  const months = Number(offer.duration_months || duration_months);
  const { fixed, split } = offerTexts(offer);
  return joined(
    `${rate(offer.annual_interest_rate)} over ${formatDuration(months)}`,
    offer.switching_costs && `${aud(offer.switching_costs)} costs of switching`,
    offer.cashback && `${aud(offer.cashback)} cashback`,
    feesText(offer.fees),
    fixed,
    split,
    !offer.offset && 'without the offset account',
  );
}

/** The terms of the current loan without its options. */
export const currentTerms = ({ total_loan_amount, duration_months, ...loan }: SwitchInputs) =>
  `${aud(String(total_loan_amount))} over ${formatDuration(Number(duration_months))} at ` +
  `${rate(String(loan.annual_interest_rate))}, paid ${loan.payment_frequency}`;
