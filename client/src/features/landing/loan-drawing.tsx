import { cx } from '#ui/cx.ts';
import { Link } from 'react-router-dom';
import { type YearBar, YearBars } from '#parts/chart/year-bars.tsx';

interface LoanDrawingProps {
  bars: readonly YearBar[];
  /** Principal and interest, in the colours of the bars, then further figures. */
  figures: readonly (readonly [label: string, figure: string])[];
  caption: string;
  /** The URL of the same loan in the calculator. */
  url: string;
}

const keyClasses = [
  '[--key:var(--accent)]',
  '[--key:var(--chart-second)]',
  '[--key:repeating-linear-gradient(90deg,var(--warn)_0_2px,transparent_2px_4px)]',
];

/** One bar per year: repayment bright, interest dark. */
export function LoanDrawing({ bars, figures, caption, url }: LoanDrawingProps) {
  return (
    <>
      <div className="px-4 pt-5 pb-4">
        <div className="scanlines">
          <YearBars bars={bars} />
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-3 px-4 text-sm">
        {figures.map(([label, figure], index) => (
          <div key={label}>
            <dt className={cx('legend-key label flex items-center gap-2', keyClasses[index])}>{label}</dt>
            <dd className="text-strong">{figure}</dd>
          </div>
        ))}
      </dl>
      <figcaption className="px-4 pt-3 pb-4 text-xs text-muted">
        {caption} <Link to={url}>Open it in the calculator</Link>
      </figcaption>
    </>
  );
}
