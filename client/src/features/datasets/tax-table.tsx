import type { TaxYear } from 'contract/datasets/datasets.ts';
import { formatWholeAud } from '#parts/format/format.ts';
import { Cell, FigureHead, Table } from '#ui/layout/table.tsx';

export function TaxTable({ rows }: { rows: readonly TaxYear[] }) {
  if (rows.length === 0) return <output>There are no figures in this range.</output>;
  return (
    <Table caption="Rate on the part of taxable income above each amount">
      <FigureHead row="Income year" figures={['Income over', 'Rate']} />
      <tbody>
        {rows.flatMap(({ year, brackets }) =>
          brackets.map(({ income_over, rate_percent }, index) => (
            <tr key={`${year} ${income_over}`}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={brackets.length}>
                  {year}
                </th>
              )}
              <Cell numeric>{formatWholeAud(income_over)}</Cell>
              <Cell numeric>{rate_percent}%</Cell>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}
