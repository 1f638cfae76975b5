import { loanLimits } from 'contract/loans/loans.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { exampleLoan, loanBars } from '#parts/chart/loan-bars.ts';
import { YearBars } from '#parts/chart/year-bars.tsx';
import { formatShortAud, formatShortRate } from '#parts/format/format.ts';
import { useReturn } from '#parts/navigation/return-to.ts';
import { Brand } from '#parts/site/brand.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { disclaimer } from '#parts/site/disclaimer.ts';
import { cx } from '#ui/cx.ts';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import './access-card.css';

interface AccessCardProps {
  heading: ReactNode;
  /** Without a path it is a button. */
  links?: readonly { to?: string; label: string; onClick?: () => void }[] | undefined;
  children: ReactNode;
}

export const loginLink = { to: paths.login, label: 'ACCESS SYSTEM' };
export const coreLink = { to: paths.core, label: layoutTexts.returnToCore };
const defaultLinks = [loginLink, coreLink];

const linkClass = 'inline-flex min-h-target items-center text-sm text-muted hover:text-accent';

/** The card of an account screen inside the layout. */
export function AccessCard({ heading, links = defaultLinks, children }: AccessCardProps) {
  const { saveState } = useReturn();
  return (
    <div className="access-card flex flex-col gap-5">
      <PageHeading>{heading}</PageHeading>
      <div className="access-content">{children}</div>
      {links.length > 0 && (
        <ul className="flex flex-wrap justify-between gap-x-5 gap-y-2 border-t border-rule pt-4">
          {links.map(({ to, label, onClick }) => (
            <li key={label} className="first:[&>*]:text-accent">
              {to === undefined ? (
                <button type="button" className={cx(linkClass, 'underline')} onClick={onClick}>
                  {label}
                </button>
              ) : (
                <Link
                  className={cx(linkClass, 'tracking-wide')}
                  to={to}
                  state={to === paths.core ? undefined : saveState}
                  onClick={onClick}
                >
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same card as a whole page, for screens without the layout. */
export function AccessScreen(card: AccessCardProps) {
  return (
    <div className="access-screen">
      <AccessDrawing />
      <main className="px-gutter py-6">
        <div className="access-card access-brand">
          <Brand />
        </div>
        <AccessCard {...card} />
      </main>
    </div>
  );
}

/** Beside the form on wide screens: what the product is, or the loan that the user came to save. */
function AccessDrawing() {
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
    <aside className="px-gutter py-6" aria-label="About Declassified">
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
