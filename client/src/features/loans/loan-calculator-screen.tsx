import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { BackLink } from '#ui/back-link.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { LoanForm } from './loan-form.tsx';
import { searchOf } from './loan-inputs.ts';
import { LoanOutcome } from './loan-outcome.tsx';
import { useLoanCalculator } from './use-loan-calculator.ts';
import styles from './loan-calculator-screen.module.css';

export default function LoanCalculatorScreen() {
  const outcome = useRef<HTMLElement>(null);
  const { form, submit, clear, undoClear, calculation, isStale, error, isPending } = useLoanCalculator(() => {
    if (outcome.current) bringIntoView(outcome.current);
  });

  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <BackButton />
        <PageHeading>LOAN CALCULATOR</PageHeading>
        <p className={styles.lede}>
          The level monthly payment, what the loan costs in all, and every payment on the way, to the cent.
        </p>
      </header>
      <LoanForm form={form} submit={submit} clear={clear} undoClear={undoClear} isPending={isPending} />
      <LoanOutcome
        ref={outcome}
        result={calculation?.result}
        terms={calculation?.terms}
        address={calculation ? `?${searchOf(calculation.terms)}` : ''}
        error={error}
        isPending={isPending}
        isStale={isStale}
      />
    </div>
  );
}

function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // False at the app's first entry, before which lies another site. Not every browser has the Navigation API.
    const canGoBack = 'navigation' in window && window.navigation.canGoBack;
    void (canGoBack ? navigate(-1) : navigate(paths.core));
  };
  return <BackLink onClick={goBack}>Back</BackLink>;
}

/** Where the outcome is in view beside the form, the focus stays in the form, ready for the next calculation. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < 0.75 * window.innerHeight) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
