import { lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FigureEntry } from '#parts/calculator/figures.tsx';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import type { CurrentLoan } from '../current-loan.ts';
import type { DeclassifiedLabel } from './declassify-steps.ts';

const DeclassifyDialog = lazy(async () => ({
  default: (await import('./declassify-dialog.tsx')).DeclassifyDialog,
}));

/** A figure of a loan that, when pressed, shows its derivation. */
export const derivedFigure = (
  loan: CurrentLoan,
  label: DeclassifiedLabel,
  figure: string,
  remark?: string,
): FigureEntry => [label, <Declassify key={label} label={label} figure={figure} loan={loan} />, remark];

interface DeclassifyProps {
  label: DeclassifiedLabel;
  /** The formatted figure. */
  figure: string;
  loan: CurrentLoan;
}

function Declassify({ label, figure, loan }: DeclassifyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
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
          <LazyDialog onClose={close}>
            <DeclassifyDialog label={label} figure={figure} loan={loan} close={close} />
          </LazyDialog>,
          document.body,
        )}
    </>
  );
}
