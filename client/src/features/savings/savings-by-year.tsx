import { count } from 'contract/counts.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Chart } from '#parts/chart/chart.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { SavingsOutcome } from './savings-calculation.ts';
import type { SavingsTerms } from './savings-terms.ts';

interface SavingsByYearProps {
  terms: SavingsTerms;
  result: SavingsOutcome;
}

export function SavingsByYear({ terms, result }: SavingsByYearProps) {
  const opening = Number(terms.opening_balance);
  const paidIn = result.yearly.map((_, index) =>
    result.yearly.slice(0, index + 1).reduce((sum, { deposit }) => sum + deposit, opening),
  );
  return (
    <Panel title="By Year" aside={count(result.yearly.length, 'year')}>
      <div className="grid gap-4">
        <Chart
          kind="bar"
          labels={result.yearly.map(({ year }) => String(year))}
          labelText={(index) => `Year ${index + 1}`}
          series={[
            { name: 'Paid in', color: 'accent', values: paidIn },
            {
              name: 'Interest',
              color: 'chart-second',
              values: result.yearly.map(({ balance }, index) => balance - paidIn[index]!),
            },
          ]}
          label={`Balance by year, from ${formatAud(result.yearly[0]?.balance ?? 0)} to ${formatAud(result.final_balance)}; the table has the figures`}
        />
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
