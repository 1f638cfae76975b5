import type { LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { DeclassifiedLabel } from './declassify-labels.ts';
import { declassify, type PaymentPlan } from './declassify-steps.ts';
import styles from './declassify.module.css';

interface DeclassifyDialogProps {
  label: DeclassifiedLabel;
  figure: string;
  result: LoanResult;
  terms: LoanRequestInput;
  plan: PaymentPlan;
  close: () => void;
}

export function DeclassifyDialog({ label, figure, result, terms, plan, close }: DeclassifyDialogProps) {
  const { formula, symbols, substituted, unrounded, rounding, value } = declassify(
    label,
    terms,
    result,
    plan,
  );
  const isSame = value.equals(figure.replace(/[^\d.]/g, ''));
  return (
    <Dialog title={`DECLASSIFIED: ${label}`} onClose={close}>
      <dl className={styles.steps}>
        <dt>Formula</dt>
        <dd className={styles.formula}>{formula}</dd>
        <dt>With</dt>
        <dd>
          <ul className={styles.symbols}>
            {symbols.map(([symbol, meaning, symbolValue]) => (
              <li key={symbol}>
                <span className={styles.symbol}>{symbol}</span> = {symbolValue}
                <span className={styles.meaning}>{meaning}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt>Substituted</dt>
        <dd>{substituted}</dd>
        <dt>Before rounding</dt>
        <dd>{unrounded}</dd>
        <dt>Rounding</dt>
        <dd>{rounding}</dd>
        <dt>Result</dt>
        <dd className={styles.result}>
          <span className={styles.redacted}>{figure}</span>
        </dd>
      </dl>
      <p className={styles.check}>
        {isSame
          ? 'Computed here, in your browser, to 120 digits; the server came to the same.'
          : 'These steps are those of the plain loan. The options of WHAT IF change this figure.'}
      </p>
    </Dialog>
  );
}
