import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, FigureHead, HeaderCell, Table } from '#ui/layout/table.tsx';
import { cx } from '#ui/cx.ts';
import { lineTexts } from './line-texts.ts';

type Year = Omit<TakeHomePayResult, 'comparison'>;

/** The same pay in two income years; rows that differ are marked. */
export function YearComparison({ result }: { result: TakeHomePayResult }) {
  const { comparison } = result;
  if (!comparison) return null;
  const keys = [...new Set([...result.lines, ...comparison.lines].map(({ key }) => key))];
  const amountOf = ({ lines }: Year, key: (typeof keys)[number]) =>
    lines.find((line) => line.key === key)?.amount ?? 0;
  const rows = [
    ...keys.map((key) => ({
      label: lineTexts[key],
      amounts: [amountOf(result, key), amountOf(comparison, key)],
    })),
    { label: 'Take-home pay', amounts: [result.net_income, comparison.net_income] },
  ];
  return (
    <Panel title={`${result.income_year} beside ${comparison.income_year}`}>
      <Table caption="The same pay in both income years">
        <FigureHead row="Line" figures={[result.income_year, comparison.income_year, 'Difference']} />
        <tbody>
          {rows.map(({ label, amounts: [here = 0, there = 0] }) => (
            <tr key={label}>
              <HeaderCell scope="row">{label}</HeaderCell>
              <Cell numeric>{formatAud(here)}</Cell>
              <Cell numeric>{formatAud(there)}</Cell>
              <Cell numeric className={cx(here !== there && 'font-semibold text-accent')}>
                {here === there ? 'Same' : formatAud(Math.round(100 * (here - there)) / 100)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
