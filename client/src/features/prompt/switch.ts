import { switchLink } from 'contract/calculations/links.ts';
import { againstStaying } from 'contract/scenarios/switching.constants.ts';
import { compoundingOf, durationOptions, rateOption } from '#parts/command-line/common-options.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

/** Paths in the request, by which refusals name their option. */
type Field =
  | `current.${'total_loan_amount' | 'duration_months' | 'annual_interest_rate'}`
  | `offers.0.${'annual_interest_rate' | 'switching_costs' | 'cashback'}`;

const switchOptions: readonly CommandOption<Field>[] = [
  amountOption('owed', 'current.total_loan_amount', 'the amount owed today', { isRequired: true }),
  ...durationOptions.map((option) => ({ ...option, field: `current.${option.field}` as const })),
  { ...rateOption, field: `current.${rateOption.field}` },
  amountOption('offer', 'offers.0.annual_interest_rate', 'interest a year of the offer', {
    value: 'PERCENT',
    isRequired: true,
  }),
  amountOption('costs', 'offers.0.switching_costs', 'costs of switching; 0 by default'),
  amountOption('cashback', 'offers.0.cashback', 'received for switching; 0 by default'),
];

export const switchLoan = calculation({
  name: 'switch',
  summary: 'What an offer costs compared with staying',
  example: 'switch --owed 420000 --years 25 --rate 6.5 --offer 5.9 --costs 1200',
  options: switchOptions,
  async calculate(values) {
    const body = {
      current: {
        total_loan_amount: values['current.total_loan_amount'] ?? '',
        duration_months: values['current.duration_months'] ?? '',
        annual_interest_rate: values['current.annual_interest_rate'] ?? '',
        compounding_frequency: compoundingOf(undefined),
      },
      offers: [
        {
          annual_interest_rate: values['offers.0.annual_interest_rate'] ?? '',
          switching_costs: values['offers.0.switching_costs'] ?? null,
          cashback: values['offers.0.cashback'] ?? null,
        },
      ],
    };
    const { stay, offers } = (await call('switchLoan', { body })).data;
    const [offer] = offers;
    if (!offer) return {};
    const { payment, total_cost, difference, break_even } = offer.least;
    return {
      figures: [
        ['Payment', `${formatAud(payment)} instead of ${formatAud(stay.payment)}`],
        ['Total cost', formatAud(total_cost)],
        ['Difference', againstStaying(difference.total_cost, formatAud)],
        ['Ahead', break_even ? `From payment ${break_even.period}` : 'Never'],
      ],
      link: { url: switchLink(body), label: 'Open it in switch' },
    };
  },
});
