import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { lineTexts } from './pay-terms.ts';

interface Part {
  label: string;
  amount: number;
  className: string;
}

const width = 100;

/** The parts of the year's pay, each as a bar with its amount and share. */
export function PayChart({ result }: { result: TakeHomePayResult }) {
  const { gross_income: gross, salary_sacrifice, net_income, lines } = result;
  if (gross === 0) return null;
  const parts: Part[] = [
    { label: 'Take-home pay', amount: net_income, className: 'fill-accent' },
    { label: 'Salary sacrifice to super', amount: salary_sacrifice, className: 'fill-info' },
    ...lines.map(({ key, amount }) => ({
      label: lineTexts[key],
      amount,
      className: key === 'income_tax' ? 'fill-warn' : 'fill-hot',
    })),
  ].filter(({ amount }) => amount !== 0);
  return (
    <Panel title="Where the Pay Goes">
      <dl className="flex flex-col gap-3">
        {parts.map(({ label, amount, className }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="tabular-nums">
              {formatAud(amount)}, {formatShare((100 * amount) / gross)} of pay
              <svg
                className="mt-1 h-3 w-full forced-colors:forced-color-adjust-none"
                viewBox={`0 0 ${width} 1`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect
                  className={className}
                  width={Math.min(width, (width * Math.abs(amount)) / gross)}
                  height="1"
                />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
