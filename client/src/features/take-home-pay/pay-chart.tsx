import type { CSSProperties } from 'react';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { formatAud, formatShare } from '#parts/format/format.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { lineTexts } from './pay-terms.ts';

interface Part {
  label: string;
  amount: number;
  /** The token of the part's colour. */
  token: string;
}

const width = 100;

/** Where the year's pay goes: one bar, and each part with its amount and share. */
export function PayChart({ result }: { result: TakeHomePayResult }) {
  const { gross_income: gross, salary_sacrifice, net_income, lines } = result;
  if (gross === 0) return null;
  const parts: Part[] = [
    { label: 'Take-home pay', amount: net_income, token: '--accent' },
    { label: 'Salary sacrifice to super', amount: salary_sacrifice, token: '--info' },
    ...lines.map(({ key, amount }) => ({
      label: lineTexts[key],
      amount,
      token: key === 'income_tax' ? '--muted' : '--chart-second',
    })),
  ].filter(({ amount }) => amount !== 0);
  const offsets = parts.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  // Offsets reduce the income tax, so that the parts fill the bar.
  const drawn = parts
    .filter(({ amount }) => amount > 0)
    .map((part) => ({
      ...part,
      share: (width * (part.amount + (part.label === lineTexts.income_tax ? offsets : 0))) / gross,
    }));
  return (
    <Panel title="Where the Pay Goes">
      <svg
        className="mb-4 h-6 w-full forced-colors:forced-color-adjust-none"
        viewBox={`0 0 ${width} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {drawn.map(({ label, token, share }, index) => (
          <rect
            key={label}
            style={{ fill: `var(${token})` }}
            className="stroke-bg [vector-effect:non-scaling-stroke]"
            x={drawn.slice(0, index).reduce((sum, part) => sum + part.share, 0)}
            width={Math.max(0, share)}
            height="1"
          />
        ))}
      </svg>
      <dl className="grid grid-fit-[14rem] gap-x-5 gap-y-3">
        {parts.map(({ label, amount, token }) => (
          <div key={label} style={{ '--key': amount > 0 ? `var(${token})` : 'transparent' } as CSSProperties}>
            <dt className="legend-key label flex items-center gap-2">{label}</dt>
            <dd className="text-strong tabular-nums">
              {formatAud(amount)}, {formatShare((100 * amount) / gross)} of pay
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
