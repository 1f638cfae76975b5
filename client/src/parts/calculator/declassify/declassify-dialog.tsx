import { use } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import '#parts/calculator/calculator.css';
import type { Derivation } from './declassify-numbers.ts';

export interface DerivedFigure {
  /** The name of the figure. */
  label: string;
  /** Formatted. */
  figure: string;
  /** Loads the code of the steps when the figure is pressed. */
  derive: () => Promise<Derivation>;
  /** The sentence under steps whose result is the figure, and under those whose result is not. */
  remarks: readonly [same: string, other: string];
}

interface DeclassifyDialogProps extends Omit<DerivedFigure, 'derive'> {
  derivation: Promise<Derivation>;
  close: () => void;
}

export function DeclassifyDialog({ label, figure, derivation, remarks, close }: DeclassifyDialogProps) {
  const { formula, symbols, substituted, unrounded, rounding, value } = use(derivation);
  const isSame = value.abs().equals(figure.replace(/[^\d.]/g, ''));
  return (
    <Dialog title={`DECLASSIFIED: ${label}`} onClose={close}>
      <dl className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-4 gap-y-3 text-sm wrap-anywhere tabular-nums max-[641px]:grid-cols-1 max-[641px]:gap-1">
        <dt className="text-muted">Formula</dt>
        <dd className="text-strong max-[641px]:mb-3">{formula}</dd>
        <dt className="text-muted">With</dt>
        <dd className="max-[641px]:mb-3">
          <ul className="grid gap-2">
            {symbols.map(([symbol, meaning, symbolValue]) => (
              <li key={symbol}>
                <span className="text-strong">{symbol}</span> = {symbolValue}
                <span className="block text-xs text-muted">{meaning}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt className="text-muted">Substituted</dt>
        <dd className="max-[641px]:mb-3">{substituted}</dd>
        {rounding && (
          <>
            <dt className="text-muted">Before rounding</dt>
            <dd className="max-[641px]:mb-3">{unrounded}</dd>
            <dt className="text-muted">Rounding</dt>
            <dd className="max-[641px]:mb-3">{rounding}</dd>
          </>
        )}
        <dt className="text-muted">Result</dt>
        <dd className="text-xl font-semibold text-accent max-[641px]:mb-3">
          <span className="redacted">{figure}</span>
        </dd>
      </dl>
      <p className="mt-4 text-xs text-muted">{remarks[isSame ? 0 : 1]}</p>
    </Dialog>
  );
}
