import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import type { ReactNode } from 'react';
import { Figures } from '#parts/calculator/figures.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { formatAud, formatDuration, formatShortRate } from '#parts/format/format.ts';
import type { SavingsTerms } from './savings-terms.ts';

interface SavingsSummaryProps {
  terms: SavingsTerms | null;
  result: SavingsResult | undefined;
  error: Error | null;
  retry: () => unknown;
  isChanged: boolean;
  isPending: boolean;
  /** Replaces the figures before the first result. */
  example: ReactNode;
  /** Actions on the result. */
  children: ReactNode;
}

export function SavingsSummary({ terms, result, example, children, ...state }: SavingsSummaryProps) {
  return (
    <ResultPanel title="Summary" {...state}>
      {terms && result ? (
        <>
          <Figures
            lead={['Final Balance', formatAud(result.final_balance), termsText(terms)]}
            figures={[
              ["Final Balance in Today's Money", formatAud(result.final_balance_today)],
              ['Total Deposits', formatAud(result.total_deposits)],
              ['Total Interest', formatAud(result.total_interest)],
            ]}
          />
          {children}
        </>
      ) : (
        !terms && example
      )}
    </ResultPanel>
  );
}

function termsText(terms: SavingsTerms): string {
  const opening = Number(terms.opening_balance);
  const first = opening > 0 ? `${formatAud(opening)} at first, then ` : '';
  const deposit = formatAud(Number(terms.deposit_per_month));
  const time = formatDuration(Number(terms.duration_months));
  const rate = formatShortRate(Number(terms.annual_interest_rate));
  const inflation = formatShortRate(Number(terms.inflation_rate));
  return (
    `${first}${deposit} at the end of each month for ${time} at ${rate} a year, added monthly. ` +
    `Today's money takes ${inflation} of inflation a year off. Assumes that both rates do not change. Does not include taxes and fees.`
  );
}
