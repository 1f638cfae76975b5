import { Dialog } from '#ui/overlays/dialog.tsx';
import type { CurrentLoan } from '../current-loan.ts';
import { declassify, type DeclassifiedLabel } from './declassify-steps.ts';
import '../loans.css';

interface DeclassifyDialogProps {
  label: DeclassifiedLabel;
  figure: string;
  loan: CurrentLoan;
  close: () => void;
}

export function DeclassifyDialog({ label, figure, loan, close }: DeclassifyDialogProps) {
  const { formula, symbols, substituted, unrounded, rounding, value } = declassify(
    label,
    loan.terms,
    loan.result,
    loan,
  );
  const isSame = value.equals(figure.replace(/[^\d.]/g, ''));
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
        <dt className="text-muted">Before rounding</dt>
        <dd className="max-[641px]:mb-3">{unrounded}</dd>
        <dt className="text-muted">Rounding</dt>
        <dd className="max-[641px]:mb-3">{rounding}</dd>
        <dt className="text-muted">Result</dt>
        <dd className="text-xl font-semibold text-accent max-[641px]:mb-3">
          <span className="redacted">{figure}</span>
        </dd>
      </dl>
      <p className="mt-4 text-xs text-muted">
        {isSame
          ? 'Your browser computed this to 120 digits and got the same result as the server.'
          : 'These steps are those of the plain loan. The options of WHAT IF change this figure.'}
      </p>
    </Dialog>
  );
}
