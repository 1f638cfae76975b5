import type { AmortizationScheduleRow } from 'contract/loans.ts';
import { formatAud } from './format.ts';
import styles from './schedule-cards.module.css';

export function ScheduleCards({ rows }: { rows: AmortizationScheduleRow[] }) {
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label="Amortization schedule">
      <ol className={styles.cards}>
        {rows.map((row) => (
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
        ))}
      </ol>
    </div>
  );
}
