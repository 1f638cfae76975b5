import { periodNames } from '#parts/calculator/frequency-texts.ts';
import type { ScenarioInputs } from './scenario-inputs.ts';
import { defaultInflationPercent } from '#parts/calculator/default-inflation.ts';
import { formatDate, formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { dayCountTexts } from './option-texts.ts';

/** The rows of the scenario form in their order; `fields` are the top-level names of their fields. */
export const optionRows = [
  { name: 'extra', title: 'Extra repayments', fields: ['extra_payments'] },
  { name: 'byDate', title: 'Paid Off by a Date', fields: [] },
  { name: 'lump', title: 'Lump sums', fields: ['lump_sums'] },
  { name: 'rates', title: 'Rate changes', fields: ['rate_changes'] },
  { name: 'stress', title: 'If Rates Move', fields: [] },
  { name: 'offset', title: 'Offset account and fees', fields: ['offset', 'fees'] },
  {
    name: 'payments',
    title: 'Payments',
    fields: ['payment_frequency', 'payment_basis', 'interest_only_periods', 'residual_amount'],
  },
  { name: 'dates', title: 'Dates and assumptions', fields: ['start_date', 'day_count', 'inflation_rate'] },
] as const;

export type OptionRowName = (typeof optionRows)[number]['name'];

const aud = (text: string) => formatShortAud(Number(text));

/** The text that summarizes the values of a closed row; empty if the row has no values. */
export const optionContents: Record<OptionRowName, (options: ScenarioInputs) => string> = {
  extra: ({ extra_payments, payment_frequency }) =>
    firstAndCount(
      extra_payments
        .filter(({ amount }) => amount)
        .map(({ amount, from_period: from, to_period: to }) => {
          const each = `${aud(amount)} a ${periodNames[payment_frequency]}`;
          if (from && to) return `${each}, payments ${from} to ${to}`;
          if (from) return `${each} from payment ${from}`;
          return to ? `${each} to payment ${to}` : each;
        }),
    ),
  byDate: () => '',
  lump: ({ lump_sums }) =>
    firstAndCount(
      lump_sums
        .filter(({ amount, period }) => amount && period)
        .map(({ amount, period }) => `${aud(amount)} with payment ${period}`),
    ),
  rates: ({ rate_changes }) =>
    firstAndCount(
      rate_changes
        .filter(({ annual_interest_rate, period }) => annual_interest_rate && period)
        .map(
          ({ annual_interest_rate, period }) =>
            `${formatShortRate(Number(annual_interest_rate))} from payment ${period}`,
        ),
    ),
  stress: () => '',
  offset: ({ offset, fees }) =>
    joinTexts(
      offset.balance && `${aud(offset.balance)} in the offset account`,
      offset.deposit_per_period && `${aud(offset.deposit_per_period)} more each payment`,
      fees.upfront && `${aud(fees.upfront)} upfront fee`,
      fees.per_period && `${aud(fees.per_period)} fee a payment`,
      fees.per_year && `${aud(fees.per_year)} fee a year`,
    ),
  payments: ({ payment_frequency, payment_basis, interest_only_periods, residual_amount }) =>
    joinTexts(
      payment_frequency === 'monthly' ? '' : payment_frequency,
      payment_basis === 'half_monthly' &&
        `${payment_frequency === 'weekly' ? 'a quarter' : 'half'} of the monthly payment`,
      interest_only_periods && `${interest_only_periods} interest-only`,
      residual_amount && `balloon of ${aud(residual_amount)}`,
    ),
  dates: ({ start_date, day_count, inflation_rate }) =>
    joinTexts(
      start_date && `from ${formatDate(start_date)}`,
      day_count === 'equal' ? '' : dayCountTexts[day_count],
      inflation_rate === defaultInflationPercent
        ? ''
        : `inflation ${formatShortRate(Number(inflation_rate))}`,
    ),
};

const joinTexts = (...texts: (string | false)[]) => texts.filter(Boolean).join(', ');

function firstAndCount([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first}, and ${others.length} more` : first;
}
