import type { AmortizationScheduleRow } from 'contract/loans.ts';
import type { CSSProperties } from 'react';
import { HeaderCell, Table } from '#ui/table.tsx';
import { formatAud } from './format.ts';
import styles from './schedule-table.module.css';

/** Bare cells below the head: a component for each of 3,000 would double the work of showing them. */
export function ScheduleTable({ rows }: { rows: AmortizationScheduleRow[] }) {
  return (
    <Table tall caption="Amounts in Australian dollars" className={styles.table} style={widthFor(rows)}>
      <thead>
        <tr>
          <HeaderCell>Period</HeaderCell>
          <HeaderCell numeric>Payment</HeaderCell>
          <HeaderCell numeric>Principal</HeaderCell>
          <HeaderCell numeric>Interest</HeaderCell>
          <HeaderCell numeric>Balance</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.period}>
            <th scope="row">{row.period}</th>
            <td>{formatAud(row.payment_amount)}</td>
            <td>{formatAud(row.principal_paid)}</td>
            <td>{formatAud(row.interest_paid)}</td>
            <td>{formatAud(row.remaining_balance)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Columns of fixed width spare the browser measuring every cell, so the longest figure is told to it. */
function widthFor(rows: AmortizationScheduleRow[]): CSSProperties {
  const largest = Math.max(...rows.map((row) => Math.max(row.payment_amount, row.remaining_balance)));
  return { '--figure-length': formatAud(largest).length } as CSSProperties;
}
