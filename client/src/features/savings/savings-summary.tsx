import type { SavingsResult } from 'contract/scenarios/scenarios.ts';
import type { ReactNode } from 'react';
import { Figures, shownFigure } from '#parts/calculator/figures.tsx';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { formatAud, formatDuration, formatRate } from '#parts/format/format.ts';
import type { SavingsTerms } from './savings-terms.ts';

interface SavingsSummaryProps {
  terms: SavingsTerms | null;
  result: SavingsResult | undefined;
  error: Error | null;
  isChanged: boolean;
  isPending: boolean;
  isStale: boolean;
  children: ReactNode;
}

export function SavingsSummary({ terms, result, error, children, isStale, ...state }: SavingsSummaryProps) {
  return (
    <ResultPanel title="Summary" error={error} {...state}>
      <Figures
        isStale={isStale}
        figures={[
          ['Final Balance', shownFigure(result?.final_balance)],
          ["Final Balance in Today's Money", shownFigure(result?.final_balance_today)],
          ['Total Deposits', shownFigure(result?.total_deposits)],
          ['Total Interest', shownFigure(result?.total_interest)],
        ]}
      />
      <p className="text-sm text-muted">
        {terms && result ? termsText(terms) : 'Enter the terms and calculate.'}
      </p>
      {children}
    </ResultPanel>
  );
}

function termsText(terms: SavingsTerms): string {
  const opening = Number(terms.opening_balance);
  const first = opening > 0 ? `${formatAud(opening)} at first, then ` : '';
  const deposit = formatAud(Number(terms.deposit_per_month));
  const time = formatDuration(Number(terms.duration_months));
  const rate = formatRate(Number(terms.annual_interest_rate));
  const inflation = formatRate(Number(terms.inflation_rate));
  return (
    `${first}${deposit} at the end of each month for ${time} at ${rate} a year, added monthly. ` +
    `Today's money takes ${inflation} of inflation a year off. Assumes that both rates hold; taxes and fees are left out.`
  );
}
