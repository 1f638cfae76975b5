import { count } from 'contract/counts.ts';
import { formatAud, formatDate, formatShortRate } from '#parts/format/format.ts';
import { dayCountTexts } from './option-texts.ts';
import type { ScenarioInputs } from './scenario-inputs.ts';

const aud = (text: string) => formatAud(Number(text));

/** One sentence per option, for print and the comparison. */
export function optionSentences(options: ScenarioInputs): string[] {
  const { offset } = options;
  return [
    options.payment_basis === 'half_monthly' &&
      `Each payment is ${options.payment_frequency === 'weekly' ? 'a quarter' : 'half'} of the monthly one.`,
    ...options.extra_payments.map(
      ({ amount, from_period, to_period }) =>
        amount &&
        `${aud(amount)} extra with each payment from ${from_period || 1}${to_period && ` to ${to_period}`}.`,
    ),
    ...options.lump_sums.map(
      ({ amount, period }) => amount && period && `${aud(amount)} once, with payment ${period}.`,
    ),
    ...options.rate_changes.map(
      ({ annual_interest_rate, period }) =>
        annual_interest_rate &&
        period &&
        `${formatShortRate(Number(annual_interest_rate))} a year from payment ${period}.`,
    ),
    (offset.balance || offset.deposit_per_period) &&
      `Offset account of ${aud(offset.balance)}${offset.deposit_per_period && `, ${aud(offset.deposit_per_period)} more each payment`}.`,
    Number(options.interest_only_periods) > 0 &&
      `Interest only for ${count(Number(options.interest_only_periods), 'payment')}.`,
    Number(options.residual_amount) > 0 && `Balloon of ${aud(options.residual_amount)}.`,
    feeSentence(options),
    options.start_date && `Drawn on ${formatDate(options.start_date)}.`,
    options.day_count === 'actual_365' && `Days counted as ${dayCountTexts.actual_365}.`,
  ].filter((sentence): sentence is string => Boolean(sentence));
}

function feeSentence({ fees }: ScenarioInputs): string {
  const texts = [
    fees.upfront && `${aud(fees.upfront)} upfront`,
    fees.per_period && `${aud(fees.per_period)} a payment`,
    fees.per_year && `${aud(fees.per_year)} a year`,
  ].filter(Boolean);
  return texts.length > 0 ? `Fees: ${texts.join(', ')}.` : '';
}
