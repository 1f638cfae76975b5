import { loanLimits } from 'contract/loans/loans.constants.ts';
import { exampleLoan, loanBars } from '#parts/chart/loan-bars.ts';
import { YearBars } from '#parts/chart/year-bars.tsx';
import { formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { Brand } from '#parts/site/brand.tsx';
import { cx } from '#ui/cx.ts';
import { disclaimer } from '#parts/site/disclaimer.ts';

/** Beside the form on wide screens: what the product is, or the loan that the user came to save. */
export function AccessDrawing() {
  const { path } = useReturn();
  const ownLoan = loanIn(path);
  const { amount, months, rate } = ownLoan ?? exampleLoan;
  const bars = loanBars(months, rate);
  const half = bars.findIndex(({ lower, upper }) => lower >= upper);
  const keys = [
    ['[--key:var(--chart-second)]', 'Repaid', formatShortAud(amount)],
    [
      '[--key:linear-gradient(var(--raised)_0_0)]',
      'Interest',
      ownLoan ? 'the rest of each payment' : exampleLoan.interest,
    ],
    ['[--key:var(--accent)]', 'Half is repayment', `from year ${half + 1}`],
  ] as const;
  return (
    <aside
      className="hidden flex-col justify-between gap-6 px-gutter py-6 min-[900px]:flex"
      aria-label="About Declassified"
    >
      <Brand />
      <div className="flex flex-col gap-5">
        <p className="max-w-[22ch] text-2xl leading-[1.2] font-semibold text-strong">
          {ownLoan
            ? 'Keep this loan, and see it again when the rate moves.'
            : 'A number you cannot check is a rumour.'}
        </p>
        <div className="scanlines [&>svg]:aspect-[2.6]">
          <YearBars bars={bars} leadIndex={half} />
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-3 text-sm tabular-nums">
          {keys.map(([keyClass, label, figure]) => (
            <div key={label}>
              <dt className={cx('legend-key label flex items-center gap-2', keyClass)}>{label}</dt>
              <dd className="text-strong">{figure}</dd>
            </div>
          ))}
        </dl>
        <p className="text-xs text-muted">
          Where the payments on {formatShortAud(amount)} at {formatShortRate(rate)} go, year 1 to year{' '}
          {bars.length}. {!ownLoan && 'In the first year a sixth repays the loan; in the nineteenth, half.'}
        </p>
      </div>
      <p className="text-xs text-muted">{disclaimer}</p>
    </aside>
  );
}

/** The loan in the URL of a calculation. */
function loanIn(path: string) {
  const { search, hash } = new URL(path, window.location.href);
  const terms = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const [amount, months, rate] = [
    terms.get('amount') ?? terms.get('owed'),
    terms.get('months'),
    terms.get('rate'),
  ].map(Number);
  const isLoan =
    amount! > 0 &&
    months! >= loanLimits.minDurationMonths &&
    months! <= loanLimits.maxDurationMonths &&
    rate! > 0 &&
    rate! <= loanLimits.maxAnnualRatePercent;
  return isLoan ? { amount: amount!, months: Math.round(months!), rate: rate! } : undefined;
}
