import { Doughnut } from '#parts/chart/doughnut.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { formatAud, formatShare } from '#parts/format/format.ts';
import type { CurrentLoan } from './current-loan.ts';
import { derivedFigure } from './derived-figure.tsx';

/** The parts of all payments, as a doughnut and as text. */
export function PaymentBreakdown({ loan }: { loan: CurrentLoan }) {
  const {
    input_total_loan_amount: principal,
    total_interest_paid: interest,
    total_payments_made: total,
  } = loan.result;
  const [, totalFigure] = derivedFigure(loan, 'Total Payments', formatAud(total));
  const parts = [
    { label: 'Principal', amount: principal, token: '--accent', swatchClass: 'bg-accent' },
    { label: 'Interest', amount: interest, token: '--muted', swatchClass: 'bg-muted' },
  ];
  return (
    <Panel title="Breakdown of Total Payments" className="border-t border-rule pt-5 print:hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-5">
        <div className="aspect-square w-[min(9rem,100%)] flex-none">
          <Doughnut
            slices={parts.map(({ amount, token }) => ({ value: amount, token }))}
            label={`Doughnut chart: principal ${formatAud(principal)}, interest ${formatAud(interest)}`}
          />
        </div>
        <dl className="grid grid-cols-[auto_auto_auto] items-baseline justify-start gap-x-4 gap-y-2 text-sm tabular-nums @max-[17rem]:block">
          {parts.map(({ label, amount, swatchClass }) => (
            <div className="contents" key={label}>
              <dt className="flex items-center gap-2 text-muted">
                <span
                  className={cx(
                    'size-[0.75em] flex-none forced-colors:forced-color-adjust-none',
                    swatchClass,
                  )}
                  aria-hidden="true"
                />
                {label}
              </dt>
              <dd className="text-right text-strong @max-[17rem]:text-left">{formatAud(amount)}</dd>
              <dd className="text-right text-muted @max-[17rem]:text-left">{shareOf(amount, total)}</dd>
            </div>
          ))}
          <div className="contents">
            <dt className="text-muted">Total Payments</dt>
            <dd className="col-span-2 text-strong">{totalFigure}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  );
}

function shareOf(amount: number, total: number): string {
  return formatShare(total === 0 ? 0 : (100 * amount) / total);
}
