import type { TaxYear } from 'contract/datasets.ts';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';

const dollars = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  maximumFractionDigits: 0,
});

export function TaxTable({ rows }: { rows: readonly TaxYear[] }) {
  if (rows.length === 0) return <output>There are no figures in this range.</output>;
  return (
    <Table caption="Rate on the part of taxable income above each amount">
      <thead>
        <tr>
          <HeaderCell>Income year</HeaderCell>
          <HeaderCell numeric>Income over</HeaderCell>
          <HeaderCell numeric>Rate</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ year, brackets }) =>
          brackets.map(({ income_over, rate_percent }, index) => (
            <tr key={`${year} ${income_over}`}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={brackets.length}>
                  {year}
                </th>
              )}
              <Cell numeric>{dollars.format(income_over)}</Cell>
              <Cell numeric>{rate_percent}%</Cell>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}
