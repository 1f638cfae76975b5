import { count } from 'contract/counts.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { YearBars } from '#parts/chart/year-bars.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { SavingsOutcome } from './savings-calculation.ts';
import type { SavingsTerms } from './savings-terms.ts';

interface SavingsByYearProps {
  terms: SavingsTerms;
  result: SavingsOutcome;
}

export function SavingsByYear({ terms, result }: SavingsByYearProps) {
  const opening = Number(terms.opening_balance);
  const bars = result.yearly.map(({ balance }, index) => {
    const paidIn = result.yearly.slice(0, index + 1).reduce((sum, { deposit }) => sum + deposit, opening);
    return { lower: paidIn, upper: balance - paidIn };
  });
  return (
    <Panel title="By Year" aside={count(result.yearly.length, 'year')}>
      <div className="grid gap-4 [&>svg]:aspect-auto [&>svg]:h-[12rem]">
        <YearBars
          bars={bars}
          label={`Balance by year, from ${formatAud(result.yearly[0]?.balance ?? 0)} to ${formatAud(result.final_balance)}; the table has the figures`}
        />
        <p className="flex gap-5 text-xs text-muted">
          <span className="legend-key [--key:var(--accent)] before:mr-2">Paid in</span>
          <span className="legend-key [--key:var(--chart-second)] before:mr-2">Interest</span>
        </p>
        <FigureTable
          caption="Amounts in Australian dollars"
          row="Year"
          labels={['Deposits', 'Interest', 'Balance', "In Today's Money"]}
          cardTitle={(year) => `Year ${year}`}
          rows={result.yearly.map(({ year, deposit, interest, balance }, index) => ({
            head: String(year),
            figures: [deposit, interest, balance, result.yearly_today[index] ?? 0].map(formatAud),
          }))}
        />
      </div>
    </Panel>
  );
}
