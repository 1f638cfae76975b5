import type { savingsFragment } from 'contract/calculations/link-names.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { durationOptions, rateOption } from '#parts/command-line/common-options.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud } from '#parts/format/format.ts';
import { defaultInflationPercent } from 'contract/scenarios/scenarios.constants.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

const saveOptions: readonly CommandOption<keyof typeof savingsFragment>[] = [
  amountOption('deposit', 'deposit_per_month', 'paid in every month', { isRequired: true }),
  ...durationOptions,
  rateOption,
  amountOption('opening', 'opening_balance', 'the amount that you already have; 0 by default'),
  amountOption('inflation', 'inflation_rate', `a year; ${defaultInflationPercent} by default`, {
    value: 'PERCENT',
  }),
  amountOption('goal', 'target_amount', 'the amount to reach; finds the deposit for it'),
];

const unset = {
  deposit_per_month: '',
  duration_months: '',
  annual_interest_rate: '',
  opening_balance: '0',
  inflation_rate: defaultInflationPercent,
};

export const save = calculation({
  name: 'save',
  summary: 'What regular deposits grow to',
  example: 'save --deposit 500 --years 10 --rate 4.5 --goal 100000',
  options: saveOptions,
  async calculate(values) {
    const { deposit_per_month, inflation_rate, target_amount, ...terms } = { ...unset, ...values };
    const further = { deposit_per_month, inflation_rate };
    const [{ data }, goal] = await Promise.all([
      call('calculateSavings', { body: { ...terms, ...further } }),
      target_amount && call('solveLoan', { body: { solve_for: 'deposit', ...terms, target_amount } }),
    ]);
    return {
      figures: [
        ['Final balance', formatAud(data.final_balance)],
        ["In today's money", formatAud(data.final_balance_today)],
        ['Total deposits', formatAud(data.total_deposits)],
        ['Total interest', formatAud(data.total_interest)],
        ...(goal ? [['Deposit for the goal', formatAud(goal.data.amount)] as const] : []),
      ],
      link: {
        url: calculatorUrl('savings', { ...terms, ...further, target_amount }),
        label: 'Open it in savings',
      },
    };
  },
});
