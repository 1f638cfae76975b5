import type { LoanResult } from 'contract/loans/loans.ts';
import { Doughnut } from '#parts/chart/doughnut.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { formatAud, formatShare } from '#parts/format/format.ts';

export function PaymentBreakdown({ result }: { result: LoanResult | undefined }) {
  const principal = result?.input_total_loan_amount ?? 0;
  const interest = result?.total_interest_paid ?? 0;
  const total = result?.total_payments_made ?? 0;
  const parts = [
    { label: 'Principal', amount: principal, swatchClass: 'bg-ok' },
    { label: 'Interest', amount: interest, swatchClass: 'bg-warn' },
  ];
  const say = (figure: string) => (result ? figure : '–');
  return (
    <Panel title="Breakdown of Total Payments" className="print:hidden">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-5">
        <div
          className={cx(
            'relative aspect-square w-[min(12rem,100%)] flex-none',
            !result &&
              'rounded-full border border-dashed border-rule after:absolute after:inset-[12%] after:rounded-full after:border after:border-dashed after:border-rule',
          )}
        >
          {result && (
            <>
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
            </>
          )}
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
              <dd className="max-w-none min-w-0 text-right wrap-anywhere">{say(formatAud(amount))}</dd>
              <dd className="col-2 max-w-none min-w-0 text-right text-xs wrap-anywhere text-dim">
                {say(shareOf(amount, total))}
              </dd>
            </div>
          ))}
          <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0 py-3 tabular-nums">
            <dt className="flex items-center gap-3 text-sm text-muted">Total</dt>
            <dd className="max-w-none min-w-0 text-right wrap-anywhere">{say(formatAud(total))}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function shareOf(amount: number, total: number): string {
  return formatShare(total === 0 ? 0 : (100 * amount) / total);
}
