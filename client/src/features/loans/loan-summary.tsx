import type { LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { messages } from 'contract/messages.ts';
import { Alert } from '#ui/alert.tsx';
import { Panel } from '#ui/panel.tsx';
import { formatAud, formatRate, formatShare } from './format.ts';
import styles from './loan-summary.module.css';

interface LoanSummaryProps {
  result: LoanResult | undefined;
  /** The inputs that the result belongs to; the form may have moved on. */
  terms: LoanRequestInput | undefined;
  error: Error | null;
}

const none = '–';

export function LoanSummary({ result, terms, error }: LoanSummaryProps) {
  return (
    <Panel title="Summary" className={styles.panel}>
      {error ? (
        <Alert tone="error" title="Calculation Error" role="alert">
          <p>{error.message || messages.loanCalculationFailed}</p>
        </Alert>
      ) : (
        <>
          <dl className={styles.figures}>
            {figuresOf(result).map(([label, figure]) => (
              <div className={styles.figure} key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.terms}>
            {result && terms ? describe(terms) : 'Enter the terms and calculate.'}
          </p>
        </>
      )}
    </Panel>
  );
}

function figuresOf(result: LoanResult | undefined): [label: string, figure: string][] {
  const show = (
    field: Exclude<keyof LoanResult, 'amortization_schedule'>,
    format: (value: number) => string,
  ) => (result ? format(result[field]) : none);
  return [
    ['Monthly Payment', show('calculated_monthly_payment', formatAud)],
    ['Total Payments', show('total_payments_made', formatAud)],
    ['Total Interest', show('total_interest_paid', formatAud)],
    ['Loan Amount', show('input_total_loan_amount', formatAud)],
    ['Effective Monthly Rate', show('effective_monthly_rate_percent', formatRate)],
    ['Interest to Principal', show('total_interest_percentage_of_principal', formatShare)],
  ];
}

function describe(terms: LoanRequestInput): string {
  const rate = formatRate(Number(terms.annual_interest_rate));
  return `${terms.duration_months} monthly payments at ${rate} a year, compounding ${terms.compounding_frequency}.`;
}
