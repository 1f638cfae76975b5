import type { LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import { lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import { type DeclassifiedLabel, declassifiedLabels } from './declassify-labels.ts';
import type { PaymentPlan } from './declassify-steps.ts';

const DeclassifyDialog = lazy(async () => ({
  default: (await import('./declassify-dialog.tsx')).DeclassifyDialog,
}));

interface DeclassifyProps {
  label: string;
  /** The formatted figure. */
  figure: string;
  result: LoanResult | undefined;
  /** The inputs that the result belongs to. */
  terms: LoanRequestInput | undefined;
  plan: PaymentPlan;
}

const isDeclassified = (label: string): label is DeclassifiedLabel =>
  declassifiedLabels.some((known) => known === label);

/** A figure that, when pressed, shows its derivation. */
export function Declassify({ label, figure, result, terms, plan }: DeclassifyProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!result || !terms || !isDeclassified(label)) return figure;
  return (
    <>
      <button
        type="button"
        className="[text-align:inherit] wrap-anywhere underline-offset-[0.25em] [text-decoration:underline_dotted_var(--control)_1px] hover:decoration-accent print:no-underline"
        aria-label={`${figure}: how ${label} is computed`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {figure}
      </button>
      {isOpen &&
        // Rendered outside the list, whose styles it would inherit.
        createPortal(
          <LazyDialog onClose={() => setIsOpen(false)}>
            <DeclassifyDialog
              label={label}
              figure={figure}
              result={result}
              terms={terms}
              plan={plan}
              close={() => setIsOpen(false)}
            />
          </LazyDialog>,
          document.body,
        )}
    </>
  );
}
