import type { AmortizationScheduleRow } from 'contract/loans.ts';
import { memo } from 'react';
import { scrollable } from '#ui/scrollable.ts';
import { formatAud } from '#parts/format.ts';
import styles from './schedule-cards.module.css';

export function ScheduleCards({ steps }: { steps: AmortizationScheduleRow[][] }) {
  return (
    <div className={styles.frame} {...scrollable} aria-label="Amortization schedule">
      <ol className={styles.cards}>
        {steps.map((rows) => (
          <Cards key={rows[0]?.period} rows={rows} />
        ))}
      </ol>
    </div>
  );
}

const Cards = memo(function Cards({ rows }: { rows: AmortizationScheduleRow[] }) {
  return rows.map((row) => (
    <li className={styles.card} key={row.period}>
      <p className={styles.period}>Period {row.period}</p>
      <dl className={styles.figures}>
        <dt>Payment</dt>
        <dd>{formatAud(row.payment_amount)}</dd>
        <dt>Principal</dt>
        <dd>{formatAud(row.principal_paid)}</dd>
        <dt>Interest</dt>
        <dd>{formatAud(row.interest_paid)}</dd>
        <dt>Balance</dt>
        <dd>{formatAud(row.remaining_balance)}</dd>
      </dl>
    </li>
  ));
});
