import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { periodTexts } from '#parts/calculator/pay-periods.ts';
import { deductionText, lineTexts, type Pay } from './pay-terms.ts';

type Year = Omit<TakeHomePayResult, 'comparison'>;

/** The same pay in two income years; rows that differ are marked. */
export function YearComparison({ result }: { result: TakeHomePayResult }) {
  const { comparison } = result;
  if (!comparison) return null;
  const keys = [...new Set([...result.lines, ...comparison.lines].map(({ key }) => key))];
  const amountOf = ({ lines }: Year, key: (typeof keys)[number]) =>
    lines.find((line) => line.key === key)?.amount ?? 0;
  return (
    <Panel title={`${result.income_year} beside ${comparison.income_year}`}>
      <FigureTable
        caption="The same pay in both income years"
        row="Line"
        labels={[result.income_year, comparison.income_year, 'Difference']}
        rows={[
          ...(result.standard_deduction || comparison.standard_deduction
            ? [rowOf(deductionText, deductionOf(result), deductionOf(comparison))]
            : []),
          ...keys.map((key) => rowOf(lineTexts[key], amountOf(result, key), amountOf(comparison, key))),
          rowOf('Take-home pay', result.net_income, comparison.net_income),
        ]}
      />
    </Panel>
  );
}

const deductionOf = ({ standard_deduction }: Year) => standard_deduction?.amount ?? 0;

function rowOf(head: string, here: number, there: number) {
  const difference = formatAud(differenceOf(here, there));
  const marked = here === there ? 'Same' : <strong className="text-strong">{difference}</strong>;
  return { head, figures: [formatAud(here), formatAud(there), marked] };
}

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
          raiseRow('Pay before tax', result.gross_income, raised.gross_income),
          raiseRow('Tax of the year', result.total_tax, raised.total_tax),
          raiseRow('Take-home pay a year', result.net_income, raised.net_income),
          ...(['monthly', 'fortnightly', 'weekly'] as const).map((period) =>
            raiseRow(
              `A ${periodTexts[period].toLowerCase()}`,
              result.net_per[period],
              raised.net_per[period],
            ),
          ),
        ]}
      />
    </Panel>
  );
}

const raiseRow = (head: string, now: number, then: number) => ({
  head,
  figures: [now, then, differenceOf(then, now)].map(formatAud),
});

const differenceOf = (one: number, other: number) => Math.round(100 * (one - other)) / 100;
