import type { LoanResult } from 'contract/loans.ts';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { BackLink } from '#ui/back-link.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AmortizationSchedule } from './amortization-schedule.tsx';
import { formatAud } from '#parts/format.ts';
import { LoanForm } from './loan-form.tsx';
import { LoanSummary } from './loan-summary.tsx';
import { PaymentBreakdown } from './payment-breakdown.tsx';
import { useLoanCalculator } from './use-loan-calculator.ts';
import styles from './loan-calculator-screen.module.css';

export default function LoanCalculatorScreen() {
  const outcome = useRef<HTMLElement>(null);
  const { form, submit, clear, result, error, isPending, terms } = useLoanCalculator(() => {
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
      <LoanForm form={form} submit={submit} clear={clear} isPending={isPending} />
      <section
        className={styles.outcome}
        ref={outcome}
        tabIndex={-1}
        aria-label="Result"
        aria-busy={isPending}
      >
        <LoanSummary result={result} terms={terms} error={error} />
        <PaymentBreakdown result={result} />
        <VisuallyHidden>
          <output>{result && announcement(result)}</output>
        </VisuallyHidden>
      </section>
      <AmortizationSchedule rows={result?.amortization_schedule} isPending={isPending} />
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

function announcement(result: LoanResult): string {
  const { calculated_monthly_payment: payment, total_interest_paid: interest } = result;
  return `Monthly payment ${formatAud(payment)}, total interest ${formatAud(interest)}.`;
}

/** Where the outcome is in view beside the form, the focus stays in the form, ready for the next calculation. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < 0.75 * window.innerHeight) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView();
}
