import type { LoanResult } from 'contract/loans/loans.ts';
import { Doughnut } from '#parts/chart/doughnut.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { formatAud, formatShare } from '#parts/format/format.ts';

type Figures = Pick<LoanResult, 'input_total_loan_amount' | 'total_interest_paid' | 'total_payments_made'>;

export function PaymentBreakdown({ result }: { result: Figures }) {
  const {
    input_total_loan_amount: principal,
    total_interest_paid: interest,
    total_payments_made: total,
  } = result;
  const parts = [
    { label: 'Principal', amount: principal, swatchClass: 'bg-ok' },
    { label: 'Interest', amount: interest, swatchClass: 'bg-warn' },
  ];
  return (
    <Panel title="Breakdown of Total Payments" className="print:hidden">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-5">
        <div className="relative aspect-square w-[min(12rem,100%)] flex-none">
          <Doughnut
            slices={[
              { value: principal, token: '--ok' },
              { value: interest, token: '--warn' },
            ]}
            label={`Doughnut chart: principal ${formatAud(principal)}, interest ${formatAud(interest)}`}
          />
          <p
            className="absolute inset-0 flex flex-col items-center justify-center text-lg leading-[1.4] tabular-nums"
            aria-hidden="true"
          >
            <span className="text-xs text-muted">Interest</span>
            {shareOf(interest, total)}
          </p>
        </div>
        <dl className="min-w-0 flex-[1_1_14rem]">
          {parts.map(({ label, amount, swatchClass }) => (
            <div
              className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0 border-b border-rule py-3 tabular-nums"
              key={label}
            >
              <dt className="flex items-center gap-3 text-sm text-muted">
                <span
                  className={cx(
                    'size-[0.75em] flex-none forced-colors:forced-color-adjust-none',
                    swatchClass,
                  )}
                  aria-hidden="true"
                />
                {label}
              </dt>
              <dd className="max-w-none min-w-0 text-right wrap-anywhere">{formatAud(amount)}</dd>
              <dd className="col-2 max-w-none min-w-0 text-right text-xs wrap-anywhere text-muted">
                {shareOf(amount, total)}
              </dd>
            </div>
          ))}
          <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0 py-3 tabular-nums">
            <dt className="flex items-center gap-3 text-sm text-muted">Total</dt>
            <dd className="max-w-none min-w-0 text-right wrap-anywhere">{formatAud(total)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function shareOf(amount: number, total: number): string {
  return formatShare(total === 0 ? 0 : (100 * amount) / total);
}
