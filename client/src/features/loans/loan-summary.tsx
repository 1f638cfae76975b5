import type { PaymentBasis, PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import type { LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { ReactNode } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { finalPaymentReason } from './final-payment-reason.ts';
import { Figures, shownFigure } from '#parts/calculator/figures.tsx';
import { paymentTexts } from '#parts/calculator/frequency-texts.ts';
import { formatRate, formatShare } from '#parts/format/format.ts';
import { Declassify } from './declassify/declassify.tsx';

interface LoanSummaryProps {
  result: LoanResult | undefined;
  /** The inputs of the result; the form may have changed since. */
  terms: LoanRequestInput | undefined;
  error: Error | null;
  /** Whether the form has changed since. */
  isStale: boolean;
  isPending: boolean;
  frequency: PaymentFrequency;
  basis: PaymentBasis;
  /** Further figures or actions. */
  children: ReactNode;
}

export function LoanSummary({
  result,
  terms,
  error,
  isStale,
  isPending,
  frequency,
  basis,
  children,
}: LoanSummaryProps) {
  return (
    <Panel title="Summary" aside={isStale && <Tag tone="warn">TERMS CHANGED</Tag>}>
      {error ? (
        <Alert tone="error" title="Calculation Error" role="alert">
          <p>{error.message || loanMessages.loanCalculationFailed}</p>
        </Alert>
      ) : (
        <>
          <Figures
            figures={figuresOf(result, frequency).map(([label, figure, remark]) => [
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
            ])}
          />
          <p className="mt-4 min-h-[1lh] text-sm text-muted max-md:min-h-[2lh]">
            {summaryText(terms, result, frequency, isPending)}
          </p>
          {children}
        </>
      )}
    </Panel>
  );
}

function figuresOf(
  result: LoanResult | undefined,
  frequency: PaymentFrequency,
): [label: string, figure: string, remark?: string | undefined][] {
  return [
    [`${paymentTexts[frequency]} Payment`, shownFigure(result?.calculated_monthly_payment)],
    ['Total Payments', shownFigure(result?.total_payments_made)],
    ['Total Interest', shownFigure(result?.total_interest_paid)],
    ['Loan Amount', shownFigure(result?.input_total_loan_amount)],
    [
      'Final Payment',
      shownFigure(result?.amortization_schedule.at(-1)?.payment_amount),
      result && finalPaymentReason(result),
    ],
    ['Effective Monthly Rate', shownFigure(result?.effective_monthly_rate_percent, formatRate)],
    ['Interest to Principal', shownFigure(result?.total_interest_percentage_of_principal, formatShare)],
  ];
}

function summaryText(
  terms: LoanRequestInput | undefined,
  result: LoanResult | undefined,
  frequency: PaymentFrequency,
  isPending: boolean,
): string {
  if (terms && result) return termsText(terms, result.amortization_schedule.length, frequency);
  return isPending ? 'Calculating…' : 'Enter the terms and calculate.';
}

export function termsText(terms: LoanRequestInput, payments: number, frequency: PaymentFrequency): string {
  const rate = formatRate(Number(terms.annual_interest_rate));
  return `${payments} ${frequency} payments at ${rate} a year, compounding ${terms.compounding_frequency}.`;
}
