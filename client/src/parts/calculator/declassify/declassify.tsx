import { lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { LazyDialog } from '#parts/lazy/lazy-dialog.tsx';
import type { DerivedFigure } from './declassify-dialog.tsx';
import type { Derivation } from './declassify-numbers.ts';

const DeclassifyDialog = lazy(async () => ({
  default: (await import('./declassify-dialog.tsx')).DeclassifyDialog,
}));

/** A figure that, when pressed, shows its derivation. */
export function Declassify({ derive, ...entry }: DerivedFigure) {
  const { label, figure } = entry;
  const [derivation, setDerivation] = useState<Promise<Derivation>>();
  const close = () => setDerivation(undefined);
  return (
    <>
      <button
        type="button"
        className="[text-align:inherit] underline-offset-[0.25em] [text-decoration:underline_dotted_var(--control)_1px] hover:decoration-accent print:no-underline noscript:cursor-auto noscript:no-underline"
        aria-label={`${figure}: how ${label} is computed`}
        aria-haspopup="dialog"
        onClick={() => setDerivation(derive())}
      >
        {figure}
      </button>
      {derivation &&
        // Rendered outside the list, whose styles it would inherit.
        createPortal(
          <LazyDialog onClose={close}>
            <DeclassifyDialog {...entry} derivation={derivation} close={close} />
          </LazyDialog>,
          document.body,
        )}
    </>
  );
}
