import { site } from 'contract/texts.ts';
import type { PaymentFrequency } from 'contract/workshop.constants.ts';
import type { LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { useState } from 'react';
import { formatAud, formatDate } from '#parts/format.ts';
import { termsText } from './loan-summary.tsx';
import { linkOf } from './result-toolbar.tsx';
import styles from './print-sheet.module.css';

interface PrintHeaderProps {
  /** The query and fragment that lead back to the result. */
  address: string;
  terms: LoanRequestInput;
  result: LoanResult;
  frequency: PaymentFrequency;
  /** Terms beyond the calculator's own, a sentence each. */
  options: string[];
}

/** On paper only: what the figures belong to, as text. */
export function PrintHeader({ address, terms, result, frequency, options }: PrintHeaderProps) {
  const [today] = useState(() => localDate(new Date()));
  return (
    <div className={styles.sheet}>
      <p>
        {site.name}, {formatDate(today)}
      </p>
      <p>
        {formatAud(result.input_total_loan_amount)}:{' '}
        {termsText(terms, result.amortization_schedule.length, frequency)}
      </p>
      {options.map((option) => (
        <p key={option}>{option}</p>
      ))}
      <p className={styles.link}>{linkOf(address)}</p>
    </div>
  );
}

/** The day where the user is, as YYYY-MM-DD. */
export function localDate(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

export function PrintFooter() {
  return (
    <p className={styles.sheet}>
      Information only. {site.name} is not a financial advisor, and nothing here is an offer of credit.
    </p>
  );
}
