import { lazy, Suspense, useState } from 'react';
import { exampleLoan, loanBars } from '#parts/chart/loan-bars.ts';
import { paths } from '#parts/navigation/paths.ts';
import { LoanDrawing } from './loan-drawing.tsx';

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
export function LoanFigure() {
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
