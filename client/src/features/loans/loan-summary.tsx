import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { ReactNode } from 'react';
import { type FigureEntry, Figures } from '#parts/calculator/figures.tsx';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { ResultPanel } from '#parts/calculator/result-panel.tsx';
import { formatAud, formatRate, formatShare } from '#parts/format/format.ts';
import { type CurrentLoan, payOffOf, stretchesOfLoan, termsText } from './current-loan.ts';
import { Declassify } from './declassify/declassify.tsx';
import { finalPaymentReason } from './final-payment-reason.ts';
import { paymentText } from './payment-stretches.ts';
import { costFigures, savingsFigures } from './scenario/savings-figures.ts';

interface LoanSummaryProps {
  loan: CurrentLoan | undefined;
  error: Error | null;
  retry: () => unknown;
  isChanged: boolean;
  isPending: boolean;
  /** In place of the figures before the first result. */
  example: ReactNode;
  /** Actions on the result. */
  children: ReactNode;
}

export function LoanSummary({ loan, error, example, isPending, children, ...state }: LoanSummaryProps) {
  const failure = error && (error.message ? error : new Error(loanMessages.loanCalculationFailed));
  return (
    <ResultPanel title="Summary" error={failure} isPending={isPending} {...state}>
      {loan ? (
        <>
          <Figures figures={figuresOf(loan)} />
          {children}
        </>
      ) : (
        !error && (isPending ? <p className="text-muted">Calculating…</p> : example)
      )}
    </ResultPanel>
  );
}

function figuresOf(loan: CurrentLoan): FigureEntry[] {
  const { result, terms, frequency, basis, answer, payOffDate } = loan;
  const stretches = stretchesOfLoan(loan);
  const payOff = payOffOf(loan);
  const derived = (label: string, figure: string, remark?: string): FigureEntry => [
    label,
    <Declassify
      key={label}
      label={label}
      figure={figure}
      result={result}
      terms={terms}
      plan={{ frequency, basis }}
    />,
    remark,
  ];
  const paymentLabel = `${paymentTexts[frequency]} Payment`;
  return [
    stretches.length > 1
      ? [paymentLabel, paymentText(stretches), termsText(loan)]
      : derived(paymentLabel, formatAud(result.calculated_monthly_payment), termsText(loan)),
    ...(answer ? savingsFigures(answer) : []),
    ['Paid off in', payOff.text, payOffDate ? undefined : `In ${payOff.month}, if it is drawn today`],
    derived('Total Interest', formatAud(result.total_interest_paid)),
    derived('Total Payments', formatAud(result.total_payments_made)),
    derived('Loan Amount', formatAud(result.input_total_loan_amount)),
    derived(
      'Final Payment',
      formatAud(result.amortization_schedule.at(-1)?.payment_amount ?? 0),
      finalPaymentReason(result),
    ),
    ...(answer ? costFigures(answer) : []),
    derived('Effective Monthly Rate', formatRate(result.effective_monthly_rate_percent)),
    derived('Interest to Principal', formatShare(result.total_interest_percentage_of_principal)),
  ];
}
