import { homeKinds, places } from 'contract/buying/buying.constants.ts';
import type { buyingFragment, buyingIncomeFragment } from 'contract/calculations/link-names.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { durationOptions, rateOption } from '#parts/command-line/common-options.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud, formatWholeAud } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';
import type { Command } from './command.ts';

type Field = keyof typeof buyingFragment | keyof typeof buyingIncomeFragment;

const buyOptions: readonly CommandOption<Field>[] = [
  amountOption('price', 'price', 'the price of the home; without it, the largest price'),
  {
    name: 'place',
    field: 'place',
    value: 'WORD',
    meaning: places.join(', '),
    choices: places,
  },
  amountOption('savings', 'savings', 'what you have for the purchase'),
  { name: 'first', field: 'first_home', value: '', meaning: 'every buyer buys a first home' },
  { name: 'kind', field: 'kind', value: 'WORD', meaning: homeKinds.join(', '), choices: homeKinds },
  amountOption('income', 'income', 'pay of a year before tax'),
  amountOption('living', 'living_costs', 'living costs of a month, with --income'),
  amountOption('pay', 'repayment', 'what you can pay a month, instead of --income'),
  { ...rateOption, isRequired: false },
  ...durationOptions.map((option) => ({ ...option, isRequired: false })),
];

export const buy = calculation({
  name: 'buy',
  summary: 'What a home costs, and what you can pay',
  example: 'buy --price 650000 --place vic --savings 160000 --first',
  options: buyOptions,
  async calculate({ first_home, income, ...terms }) {
    const { data } = await call('calculateBuying', {
      body: {
        price: terms.price,
        savings: terms.savings,
        living_costs: terms.living_costs,
        repayment: terms.repayment,
        annual_interest_rate: terms.annual_interest_rate,
        duration_months: terms.duration_months,
        place: places.find((place) => place === terms.place),
        kind: homeKinds.find((kind) => kind === terms.kind),
        contract_date: currentRecord().on,
        first_home: first_home === 'true',
        incomes: income ? [{ income }] : [],
      },
    });
    const { purchase, borrowing, largest } = data;
    const figures: [string, string][] = [];
    if (purchase) {
      figures.push([
        purchase.duty.provisional ? 'Duty (provisional)' : 'Duty',
        formatAud(purchase.duty.amount),
      ]);
      figures.push(['Cash needed on the day', formatAud(purchase.cash_needed)]);
    }
    if (borrowing) figures.push(['Can be borrowed', formatAud(borrowing.loan)]);
    if (largest) figures.push(['Largest price', largest.price ? formatWholeAud(largest.price) : 'None']);
    return {
      figures,
      link: {
        url: calculatorUrl('buying', { ...terms, first_home, income }),
        label: 'Open it in Buying a home',
      },
    };
  },
});

/** The former command of a calculator that is part of this one. */
export const borrow: Command = {
  name: 'borrow',
  summary: 'Now a part of buy',
  usage: 'borrow',
  example: 'buy --pay 3000 --rate 6',
  run: () => ({ lines: ['borrow is now buy: buy --pay 3000 --rate 6'] }),
};
