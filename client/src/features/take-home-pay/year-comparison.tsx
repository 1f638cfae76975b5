import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { FigureTable } from '#parts/calculator/figure-table.tsx';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { deductionText, lineTexts } from './pay-terms.ts';

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
  const difference = formatAud(Math.round(100 * (here - there)) / 100);
  const marked = here === there ? 'Same' : <strong className="text-strong">{difference}</strong>;
  return { head, figures: [formatAud(here), formatAud(there), marked] };
}
