import type { LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { loanMessages } from 'contract/loans.constants.ts';
import { Alert } from '#ui/alert.tsx';
import { Panel } from '#ui/panel.tsx';
import { formatAud, formatRate, formatShare } from '#parts/format.ts';
import { Declassify } from './declassify.tsx';
import styles from './loan-summary.module.css';

interface LoanSummaryProps {
  result: LoanResult | undefined;
  /** The inputs that the result belongs to; the form may have moved on. */
  terms: LoanRequestInput | undefined;
  error: Error | null;
}

export function LoanSummary({ result, terms, error }: LoanSummaryProps) {
  return (
    <Panel title="Summary">
      {error ? (
        <Alert tone="error" title="Calculation Error" role="alert">
          <p>{error.message || loanMessages.loanCalculationFailed}</p>
        </Alert>
      ) : (
        <>
          <dl className={styles.figures}>
            {figuresOf(result).map(([label, figure]) => (
              <div className={styles.figure} key={label}>
                <dt>{label}</dt>
                <dd>
                  <Declassify label={label} figure={figure} result={result} terms={terms} />
                </dd>
              </div>
            ))}
          </dl>
          <p className={styles.terms}>{termsText(terms, result !== undefined)}</p>
        </>
      )}
    </Panel>
  );
}

/** A figure in its format, or the place of one to come. */
function show(figure: number | undefined, format: (value: number) => string): string {
  return figure === undefined ? '–' : format(figure);
}

function figuresOf(result: LoanResult | undefined): [label: string, figure: string][] {
  return [
    ['Monthly Payment', show(result?.calculated_monthly_payment, formatAud)],
    ['Total Payments', show(result?.total_payments_made, formatAud)],
    ['Total Interest', show(result?.total_interest_paid, formatAud)],
    ['Loan Amount', show(result?.input_total_loan_amount, formatAud)],
    ['Final Payment', show(result?.amortization_schedule.at(-1)?.payment_amount, formatAud)],
    ['Effective Monthly Rate', show(result?.effective_monthly_rate_percent, formatRate)],
    ['Interest to Principal', show(result?.total_interest_percentage_of_principal, formatShare)],
  ];
}

function termsText(terms: LoanRequestInput | undefined, isCalculated: boolean): string {
  if (!terms) return 'Enter the terms and calculate.';
  if (!isCalculated) return 'Calculating…';
  const rate = formatRate(Number(terms.annual_interest_rate));
  return `${terms.duration_months} monthly payments at ${rate} a year, compounding ${terms.compounding_frequency}.`;
}
