import { payPeriods } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { payFragment } from 'contract/calculations/link-names.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud, formatShortRate } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

const payOptions: readonly CommandOption<keyof typeof payFragment>[] = [
  amountOption('income', 'income', 'pay before tax', { isRequired: true }),
  {
    name: 'per',
    field: 'period',
    value: 'WORD',
    meaning: `${payPeriods.join(', ')}; yearly by default`,
    choices: payPeriods,
  },
  {
    name: 'year',
    field: 'income_year',
    value: 'YEAR',
    meaning: 'income year, for example 2025-26; the latest by default',
  },
  amountOption('sacrifice', 'salary_sacrifice', 'salary sacrifice to super, for the same time'),
  { name: 'study', field: 'study_loan', value: '', meaning: 'with a study loan' },
  {
    name: 'deduction',
    field: 'standard_deduction',
    value: 'WORD',
    meaning: 'true (default) or false: the standard deduction, in the years that have it',
    choices: ['true', 'false'],
  },
];

export const pay = calculation({
  name: 'pay',
  summary: 'Your pay after tax',
  example: 'pay --income 90000 --year 2025-26 --study',
  options: payOptions,
  async calculate({ income = '', study_loan, standard_deduction, ...terms }) {
    const period = payPeriods.find((one) => one === terms.period) ?? 'yearly';
    const { data } = await call('calculateTakeHomePay', {
      body: {
        income,
        ...terms,
        period,
        study_loan: study_loan === 'true',
        standard_deduction: standard_deduction !== 'false',
      },
    });
    return {
      figures: [
        ['Take-home pay', formatAud(data.net_per[period])],
        [
          study_loan === 'true' ? 'Tax and study loan of the year' : 'Tax of the year',
          formatAud(data.total_tax),
        ],
        ['Marginal rate', formatShortRate(data.marginal_rate_percent)],
      ],
      link: {
        url: calculatorUrl('takeHomePay', { income, ...terms, period, study_loan, standard_deduction }),
        label: 'Open it in take-home pay',
      },
    };
  },
});
