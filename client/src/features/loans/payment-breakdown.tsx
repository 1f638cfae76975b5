import type { LoanResult } from 'contract/loans.ts';
import { Doughnut } from '#parts/chart/doughnut.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/panel.tsx';
import { formatAud, formatShare } from '#parts/format.ts';
import styles from './payment-breakdown.module.css';

export function PaymentBreakdown({ result }: { result: LoanResult | undefined }) {
  const principal = result?.input_total_loan_amount ?? 0;
  const interest = result?.total_interest_paid ?? 0;
  const total = result?.total_payments_made ?? 0;
  const parts = [
    { label: 'Principal', amount: principal, swatch: styles.principal },
    { label: 'Interest', amount: interest, swatch: styles.interest },
  ];
  const say = (figure: string) => (result ? figure : '–');
  return (
    <Panel title="Breakdown of Total Payments" className={styles.panel}>
      <div className={styles.breakdown}>
        <div className={cx(styles.ring, !result && styles.idle)}>
          {result && (
            <>
              <Doughnut
                slices={[
                  { value: principal, token: '--ok' },
                  { value: interest, token: '--warn' },
                ]}
                label={`Doughnut chart: principal ${formatAud(principal)}, interest ${formatAud(interest)}`}
              />
              <p className={styles.centre} aria-hidden="true">
                <span>Interest</span>
                {shareOf(interest, total)}
              </p>
            </>
          )}
        </div>
        <dl className={styles.parts}>
          {parts.map(({ label, amount, swatch }) => (
            <div className={styles.part} key={label}>
              <dt>
                <span className={cx(styles.swatch, swatch)} aria-hidden="true" />
                {label}
              </dt>
              <dd>{say(formatAud(amount))}</dd>
              <dd className={styles.share}>{say(shareOf(amount, total))}</dd>
            </div>
          ))}
          <div className={cx(styles.part, styles.total)}>
            <dt>Total</dt>
            <dd>{say(formatAud(total))}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function shareOf(amount: number, total: number): string {
  return formatShare(total === 0 ? 0 : (100 * amount) / total);
}
