import { loanUrlOf, loanOptions, scenarioOf } from '#parts/command-line/loan-command.ts';
import { formatAud, formatDuration } from '#parts/format/format.ts';
import { call } from '#session/call.ts';
import { calculation } from './calculation.ts';

export const loan = calculation({
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
