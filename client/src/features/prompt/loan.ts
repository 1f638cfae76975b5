import { loanUrlOf, loanOptions, scenarioOf } from '#parts/command-line/loan-command.ts';
import { formatAud, formatDuration } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { refusalOf } from '#parts/command-line/refusal.ts';
import { paths } from '#parts/navigation/paths.ts';
import { calculation } from './calculation.ts';
import type { Command, PromptContext } from './command.ts';
import { ownLoanPath } from './plain-commands.ts';

const calculator = calculation({
  name: 'loan',
  summary: 'What a loan costs',
  example: 'loan --amount 500000 --years 30 --rate 6 --extra 200',
  options: loanOptions,
  async calculate(values) {
    const { data } = await call('calculateScenario', { body: scenarioOf(values) });
    const { saved } = data;
    return {
      figures: [
        ['Monthly payment', formatAud(data.payment)],
        ['Total payments', formatAud(data.total_payments_made)],
        ['Total interest', formatAud(data.total_interest_paid)],
        ['Repaid in', formatDuration(data.payoff_period)],
        ...(values.extra_payment
          ? [['Extra saves', `${formatAud(saved.interest)}, ${formatDuration(saved.periods)}`] as const]
          : []),
      ],
      link: { url: loanUrlOf(values), label: 'Open it in the loan calculator' },
    };
  },
});

/** Without terms, it leads to the user's own loan. */
export const loan: Command = {
  ...calculator,
  async run(words, context) {
    if (words.length > 0 || !followsLoans(context)) return calculator.run(words, context);
    try {
      return { open: (await ownLoanPath()) ?? paths.loanCalculator };
    } catch (error) {
      return { problems: refusalOf(error, []) };
    }
  },
};

/** Whether the user can follow loans. */
export const followsLoans = ({ screens }: PromptContext) => screens.some(({ url }) => url === paths.loans);
