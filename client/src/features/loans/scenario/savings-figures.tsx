import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { ReactNode } from 'react';
import {
  count,
  formatAud,
  formatDate,
  formatDuration,
  formatShare,
  formatWholeAud,
} from '#parts/format/format.ts';
import { presentValue } from './present-value.ts';
import type { ScenarioAnswer } from './use-scenario.ts';

const minYearsOfPresentValue = 2;

/** What the options save, in money and time. */
export function SavingsFigures({ answer }: { answer: ScenarioAnswer }) {
  const { scenario, plain, terms } = answer;
  const { options } = terms;
  const perYear = periodsPerYear[options.payment_frequency];
  const months = monthsOf(scenario.payoff_period, perYear);
  const savedMonths = plain.payoff_period - months;
  const savedInterest = difference(plain.total_interest_paid, scenario.total_interest_paid);
  const savedCost = difference(plain.total_cost, scenario.total_cost);
  const isLong = months >= 12 * minYearsOfPresentValue;
  const inflation = Number(options.inflation_rate) || 0;
  const fees = {
    upfront: Number(options.fees.upfront) || 0,
    perPeriod: Number(options.fees.per_period) || 0,
  };

  return (
    <div className="mt-4 grid gap-3">
      <h3 className="text-md">Against the plain loan</h3>
      <dl className="grid grid-fit-[12rem] gap-x-4 gap-y-3">
        <Figure label={savedInterest < 0 ? 'More interest' : 'Interest saved'}>
          {formatAud(Math.abs(savedInterest))}
        </Figure>
        <Figure label={savedMonths < 0 ? 'Time longer' : 'Time saved'}>
          {formatDuration(Math.abs(savedMonths))}
        </Figure>
        <Figure label={savedCost < 0 ? 'Costs more in all' : 'Costs less in all'}>
          {formatAud(Math.abs(savedCost))}
        </Figure>
        <Figure label="Paid off in">
          {formatDuration(months)}
          {scenario.payoff_date && `, on ${formatDate(scenario.payoff_date)}`}
        </Figure>
        <Figure label="Fees">{formatAud(scenario.total_fees)}</Figure>
        <Figure label="Comparison rate">
          {scenario.comparison_rate_percent === null ? 'none' : formatShare(scenario.comparison_rate_percent)}
        </Figure>
      </dl>
      <p className="text-sm text-muted">
        Extra repayments, lump sums and offset alone save {formatAud(scenario.saved.interest)} of interest and{' '}
        {count(scenario.saved.periods, 'payment')}.
      </p>
      {isLong && (
        <p className="text-sm text-muted">
          In today’s money all payments and fees come to about{' '}
          {formatWholeAud(presentValue(scenario, perYear, inflation, fees))} at {inflation}% inflation a year;
          those of the plain loan to about{' '}
          {formatWholeAud(presentValue(plain, 12, inflation, { upfront: 0, perPeriod: 0 }))}.
        </p>
      )}
      <details>
        <summary className="min-h-target cursor-pointer text-sm text-accent">What this assumes</summary>
        <ul className="pl-[revert] text-sm text-muted [list-style:revert]">
          <li className="max-w-measure">
            The plain loan is the one of the four fields above, paid monthly, without any option.
          </li>
          <li className="max-w-measure">
            Every payment is made in full and on its day, and every rate stays as given.
          </li>
          <li className="max-w-measure">
            The comparison rate is the one of the National Consumer Credit Protection Regulations 2010,
            regulation 100: fees count, extra repayments and an offset account do not. It holds for this
            amount and term alone.
          </li>
          <li className="max-w-measure">
            Money in the offset account earns nothing else, and no tax is counted.
          </li>
        </ul>
      </details>
    </div>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="">
      <dt className="text-xs tracking-wide text-muted">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

export function monthsOf(payments: number, perYear: number): number {
  return Math.ceil((12 * payments) / perYear);
}

/** In whole cents. */
export function difference(from: number, what: number): number {
  return (Math.round(100 * from) - Math.round(100 * what)) / 100;
}
