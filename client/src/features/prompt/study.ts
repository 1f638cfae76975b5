import type { studyLoanFragment } from 'contract/calculations/link-names.ts';
import { readAmount } from 'contract/typed-numbers.ts';
import { calculatorUrl } from '#parts/calculator/calculator-url.ts';
import { amountOption, type CommandOption } from '#parts/command-line/options.ts';
import { formatAud } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

type Field = keyof typeof studyLoanFragment;

const studyOptions: readonly CommandOption<Field>[] = [
  amountOption('balance', 'balance', 'what is owed', { isRequired: true }),
  {
    name: 'income',
    field: 'incomes',
    value: 'PAY',
    meaning: 'pay of a year before tax',
    isRequired: true,
    read: (text) => readAmount(text),
  },
  amountOption('pay', 'voluntary', 'what you could pay before 1 June'),
  amountOption('growth', 'income_growth', 'by how much the pay grows a year', { value: 'PERCENT' }),
];

export const study = calculation({
  name: 'study',
  summary: 'When a study loan ends',
  example: 'study --balance 30000 --income 91000',
  options: studyOptions,
  async calculate({ incomes = '', balance = '', ...terms }) {
    const { data } = await call('calculateStudyLoan', {
      body: { balance, incomes: [incomes], voluntary: terms.voluntary, income_growth: terms.income_growth },
    });
    return {
      figures: [
        ['Ends in', data.ends_in ?? 'Not within 50 years'],
        ['Total indexation', formatAud(data.total_indexation)],
        ['Compulsory repayments', formatAud(data.total_compulsory)],
      ],
      link: {
        url: calculatorUrl('studyLoan', { balance, incomes, ...terms }),
        label: 'Open it in Your study loan',
      },
    };
  },
});
