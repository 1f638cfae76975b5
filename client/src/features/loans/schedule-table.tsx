import type { AmortizationScheduleRow } from 'contract/loans.ts';
import { type CSSProperties, memo } from 'react';
import { HeaderCell, Table } from '#ui/table.tsx';
import { formatAud } from '#parts/format.ts';
import styles from './schedule-table.module.css';

interface ScheduleTableProps {
  steps: AmortizationScheduleRow[][];
  /** The largest amount of all steps. */
  largest: number;
}

export function ScheduleTable({ steps, largest }: ScheduleTableProps) {
  // Columns of fixed width spare the browser measuring every cell, so the longest figure is told to it.
  const width = { '--figure-length': formatAud(largest).length } as CSSProperties;
  return (
    <Table tall caption="Amounts in Australian dollars" className={styles.table} style={width}>
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
        {steps.map((rows) => (
          <Rows key={rows[0]?.period} rows={rows} />
        ))}
      </tbody>
    </Table>
  );
}

/** Bare cells: a component for each of 3,000 would double the work of showing them. */
const Rows = memo(function Rows({ rows }: { rows: AmortizationScheduleRow[] }) {
  return rows.map((row) => (
    <tr key={row.period}>
      <th scope="row">{row.period}</th>
      <td>{formatAud(row.payment_amount)}</td>
      <td>{formatAud(row.principal_paid)}</td>
      <td>{formatAud(row.interest_paid)}</td>
      <td>{formatAud(row.remaining_balance)}</td>
    </tr>
  ));
});
