import './pay-chart.css';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { payParts } from './pay-figures.ts';
import type { Pay } from './pay-terms.ts';

/** Where the raise goes, or the pay without one: a bar, and each part with its amount and share. */
export function PayChart({ result }: { result: Pay }) {
  const { gross_income, raised } = result;
  const whole = raised ? raised.gross_income - gross_income : gross_income;
  const parts = payParts(result);
  // A raise that leaves less than before is no sum of its parts.
  if (whole <= 0) return null;
  return (
    <Panel title={raised ? 'Where the Raise Goes' : 'Where the Pay Goes'}>
      {parts.every(({ amount }) => amount > 0) && (
        <div className="mb-4 flex h-6 gap-[3px]" aria-hidden="true">
          {parts.map(({ key, amount }) => (
            <span
              key={key}
              className="pay-part"
              data-part={key}
              // In proportion, also where a part is a few cents.
              style={{ flex: `${amount} 1 0` }}
            />
          ))}
        </div>
      )}
      <dl className="grid grid-fit-[9rem] gap-x-5 gap-y-3">
        {parts.map(({ key, label, amount }) => (
          <div key={key}>
            <dt className="label flex items-center gap-2">
              <span className="pay-part size-[0.875rem]" data-part={key} aria-hidden="true" />
              {label}
            </dt>
            <dd className="text-strong tabular-nums">
              {formatAud(amount)}
              <span className="text-sm text-muted">
                {' '}
                {raised ? `${Math.round((100 * amount) / whole)} c` : formatShare((100 * amount) / whole)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
