import type { borrowingFragment } from 'contract/calculations/link-names.ts';
import { paymentFrequencies } from 'contract/scenarios/scenarios.constants.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import {
  compoundingOf,
  compoundingOption,
  durationOptions,
  rateOption,
} from '#parts/command-line/common-options.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

const borrowOptions: readonly CommandOption<keyof typeof borrowingFragment>[] = [
  amountOption('payment', 'payment_per_period', 'the amount that you can pay each time', {
    isRequired: true,
  }),
  ...durationOptions,
  rateOption,
  amountOption('fee', 'fee_per_period', 'part of each payment; 0 by default'),
  compoundingOption,
  {
    name: 'payments',
    field: 'payment_frequency',
    value: 'WORD',
    meaning: `${paymentFrequencies.join(', ')}; monthly by default`,
    choices: paymentFrequencies,
  },
];

const unset = { payment_per_period: '', duration_months: '', annual_interest_rate: '', fee_per_period: '0' };

export const borrow = calculation({
  name: 'borrow',
  summary: 'What a payment can borrow',
  example: 'borrow --payment 3000 --years 30 --rate 6',
  options: borrowOptions,
  async calculate(values) {
    const terms = {
      ...unset,
      ...values,
      compounding_frequency: compoundingOf(values.compounding_frequency),
      payment_frequency: paymentFrequencies.find((one) => one === values.payment_frequency) ?? 'monthly',
    };
    const { data } = await call('solveLoan', { body: { solve_for: 'total_loan_amount', ...terms } });
    return {
      figures: [['Can be borrowed', formatAud(data.amount)]],
      link: { url: calculatorUrl('borrowing', terms), label: 'Open it in borrowing power' },
    };
  },
});
