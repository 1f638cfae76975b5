import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { type Pay, periodTexts } from './pay-terms.ts';

/** The pay of a year now and with the raise, and what remains of the raise. */
export function RaiseComparison({ result }: { result: Pay }) {
  const { raised } = result;
  if (!raised) return null;
  return (
    <Panel title="Two Pays">
      <FigureTable
        caption={`Both in ${result.income_year}`}
        row="Figure"
        labels={['Now', 'With the raise', 'Difference']}
        rows={[
          row('Pay before tax', result.gross_income, raised.gross_income),
          row('Tax of the year', result.total_tax, raised.total_tax),
          row('Take-home pay a year', result.net_income, raised.net_income),
          ...(['monthly', 'fortnightly', 'weekly'] as const).map((period) =>
            row(`A ${periodTexts[period].toLowerCase()}`, result.net_per[period], raised.net_per[period]),
          ),
        ]}
      />
    </Panel>
  );
}

const row = (head: string, now: number, then: number) => ({
  head,
  figures: [now, then, Math.round(100 * (then - now)) / 100].map(formatAud),
});
