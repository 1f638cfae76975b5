import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { scenarioFragmentStart } from '#parts/calculator/address.ts';
import { paths } from '#parts/navigation/paths.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { Button } from '#ui/controls/button.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { LoanForm } from './loan-form.tsx';
import { searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { LoanOutcome } from './loan-outcome.tsx';
import { useLoanCalculator } from './use-loan-calculator.ts';

const ScenarioSection = lazy(async () => ({
  default: (await import('./scenario/scenario-section.tsx')).ScenarioSection,
}));

export default function LoanCalculatorScreen() {
  const outcome = useRef<HTMLElement>(null);
  const calculator = useLoanCalculator(() => {
    if (outcome.current) bringIntoView(outcome.current);
  });
  const { form, submit, clear, undoClear, keep, calculation, isStale, error, isPending } = calculator;
  const { search, hash } = useLocation();
  const isLinked = hash.startsWith(scenarioFragmentStart);
  const [isOpen, setOpen] = useState(isLinked);
  const [lastFragment, setLastFragment] = useState(scenarioFragmentStart);
  if (isLinked && hash !== lastFragment) {
    setLastFragment(hash);
    setOpen(true);
  }

  function toggleScenario() {
    if (isOpen) keep(search.slice(1), '');
    setOpen(!isOpen);
  }

  return (
    <div className="flex min-w-0 flex-col gap-5">
      <header className="flex flex-col items-start gap-2">
        <BackButton />
        <PageHeading>LOAN CALCULATOR</PageHeading>
        <p className="text-muted print:hidden">
          The level monthly payment, what the loan costs in all, and every payment on the way, to the cent.
        </p>
      </header>
      <LoanForm form={form} submit={submit} clear={clear} undoClear={undoClear} isPending={isPending}>
        <Button aria-expanded={isOpen} onClick={toggleScenario}>
          WHAT IF
        </Button>
      </LoanForm>
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <ScenarioSection calculator={calculator} lastFragment={lastFragment} outcome={outcome} />
        </Suspense>
      ) : (
        <LoanOutcome
          ref={outcome}
          result={calculation?.result}
          terms={calculation?.terms}
          address={calculation ? `?${searchOf(calculation.terms)}` : ''}
          calculation={calculation && { kind: 'loan', input: calculation.terms }}
          error={error}
          isPending={isPending}
          isStale={isStale}
        />
      )}
      <PageTerms terms={isOpen ? [...loanTerms, ...scenarioTermsText] : loanTerms} />
    </div>
  );
}

const loanTerms = [
  'annual rate',
  'compounding',
  'effective monthly rate',
  'interest',
  'loan term',
  'principal',
  'repayment',
  'schedule',
];
const scenarioTermsText = [
  'balloon',
  'comparison rate',
  'extra repayment',
  'inflation',
  'interest-only',
  'lump sum',
  'offset account',
  'present value',
  'stress test',
];

function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // False at the app's first history entry, before which lies another site. Not every browser has the Navigation API.
    const canGoBack = 'navigation' in window && window.navigation.canGoBack;
    void (canGoBack ? navigate(-1) : navigate(paths.core));
  };
  return <BackLink onClick={goBack}>Back</BackLink>;
}

/** If the result is visible beside the form, the focus stays in the form. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < 0.75 * window.innerHeight) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
