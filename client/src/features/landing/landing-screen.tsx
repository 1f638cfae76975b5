import { layoutTexts } from 'contract/texts.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { exampleLoan, loanBars } from '#parts/chart/loan-bars.ts';
import { paths } from '#parts/navigation/paths.ts';
import { returnTo } from '#parts/navigation/return-to.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Questions } from './questions.tsx';
import './landing.css';
import { LoanDrawing } from './loan-drawing.tsx';

const actionClasses = 'min-w-[min(11rem,100%)] max-sm:flex-[1_1_14rem]';

const modules = [
  { name: 'DASHBOARD', to: paths.dashboard, claim: 'Monitor objectives, archive tools.' },
  { name: 'ENCRYPTION PROTOCOLS', to: paths.privacy, claim: 'Secure data with privacy controls.' },
  { name: 'ARSENAL', to: paths.arsenal, claim: 'Financial algorithms, tactical guides.' },
  { name: 'DATA CORE', to: paths.dataCore, claim: 'Curated datasets.' },
] as const;

export function LandingScreen() {
  const isSignedIn = useSession() !== null;
  return (
    <div className="flex flex-col gap-8 max-md:gap-7">
      <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-center gap-7 pt-5 pb-4 max-lg:grid-cols-1 max-md:py-0">
        <div className="flex flex-col items-start gap-5">
          <PageHeading className="glitch text-[length:min(var(--text-hero),11.5vw)] leading-[1.08] font-bold tracking-[-0.02em] text-accent before:hidden">
            DECRYPT FINANCE AND ECONOMICS WITH{' '}
            <span className="whitespace-nowrap">
              INTELLIGENCE
              <span className="cursor" aria-hidden="true" />
            </span>
          </PageHeading>
          <p className="max-w-[46ch] text-lg leading-[1.5] text-strong max-md:text-md">
            What a loan costs, what a rate means, where each dollar goes: computed to the cent, with the
            method in the open.
          </p>
          <div className="flex w-full flex-wrap gap-3">
            {isSignedIn ? (
              <Button variant="primary" className={actionClasses} to={paths.dashboard}>
                OPEN YOUR DASHBOARD
              </Button>
            ) : (
              <Button
                variant="primary"
                className={actionClasses}
                to={paths.login}
                state={returnTo(paths.dashboard)}
              >
                {layoutTexts.initialize}
              </Button>
            )}
            <Button className={actionClasses} to={paths.loanCalculator}>
              CALCULATE A LOAN
            </Button>
          </div>
        </div>
        <LoanFigure />
      </div>

      <Questions />

      <Section id="directive" title="OPERATIONAL DIRECTIVE">
        <p className="max-w-[40ch] text-xl leading-[1.4] text-strong max-md:text-lg">
          Democratize intelligence with actionable data. Put the figures that move money in front of the
          people whose money it is.
        </p>
      </Section>

      <Section id="modules" title="MODULES" titleClassName="pt-4">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4">
          {modules.map(({ name, to, claim }) => (
            <li className="relative flex flex-col gap-1 border border-rule p-4 hover:bg-surface" key={name}>
              <h3 className="text-sm tracking-wide [&_a::after]:absolute [&_a::after]:inset-0 [&_a::after]:content-['']">
                <Link to={to}>{name}</Link>
              </h3>
              <p className="text-sm">{claim}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="philosophy" title="PHILOSOPHY">
        <blockquote className="max-w-[40ch] text-xl leading-[1.4] text-strong max-md:text-lg">
          <p className="max-w-[40ch]">A number you cannot check is a rumour.</p>
        </blockquote>
        <p className="col-2 max-md:col-auto">
          So every result here comes with its rule: what is rounded, when, and in whose favour; what is a law
          and what is only a model. <Link to={paths.about}>Read how the figures are computed</Link>.
        </p>
      </Section>

      <Section
        id="disclaimer"
        title="! DISCLAIMER"
        className="border-t border-warn pt-5"
        titleClassName="text-warn"
      >
        <p className="text-sm">
          Declassified gives information only. It is not a financial advisor, does not know your
          circumstances, and offers no credit. Before you sign for a loan, ask your lender for its own
          figures, and someone licensed for advice.
        </p>
      </Section>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  className?: string;
  titleClassName?: string;
  children: ReactNode;
}

/** A title beside its text, or above it on a narrow screen. */
function Section({ id, title, className, titleClassName = 'pt-[0.5em]', children }: SectionProps) {
  return (
    <section
      className={cx('grid grid-cols-[16rem_minmax(0,1fr)] gap-x-6 gap-y-4 max-md:grid-cols-1', className)}
      aria-labelledby={id}
    >
      <h2 className={cx('label', titleClassName)} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const EditedLoan = lazy(async () => ({ default: (await import('./edited-loan.tsx')).EditedLoan }));

const firstLine = 'loan --amount 500000 --years 30 --rate 6';

const firstDrawing = (
  <LoanDrawing
    bars={loanBars(exampleLoan.months, exampleLoan.rate)}
    figures={[
      ['Repaid', '$500,000.00'],
      ['Interest', exampleLoan.interest],
    ]}
    caption="Where the payments on $500,000 at 6% go, year 1 to year 30. In the first year a sixth repays the loan; in the nineteenth, half."
    url={`${paths.loanCalculator}?amount=500000&months=360&rate=6&compounding=monthly`}
  />
);

/** A drawing of the loan in the command line. */
function LoanFigure() {
  const [line, setLine] = useState(firstLine);
  return (
    <figure className="rounded border border-rule bg-surface">
      <div className="flex items-center gap-2 border-b border-rule pl-4 text-xs before:text-accent before:content-['$'_/_''] focus-within:border-b-accent">
        <input
          className="h-control min-w-0 flex-1 border-0 bg-transparent py-0 pr-4 pl-1 text-ellipsis text-muted hover:text-text focus:text-text focus-visible:outline-offset-inside"
          aria-label="Loan to draw, as a command"
          value={line}
          onChange={({ target }) => setLine(target.value)}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Suspense fallback={firstDrawing}>
        {line === firstLine ? firstDrawing : <EditedLoan line={line} />}
      </Suspense>
    </figure>
  );
}
