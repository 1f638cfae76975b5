import type { LoanRequest, LoanResult } from 'contract/loans/loans.ts';
import { calculateLoan, type Loan } from 'engine/schedules/loan.ts';
import { interestCentsAt, principalCentsAt } from 'engine/schedules/schedule.ts';

export const loanOf = (request: LoanRequest): Loan =>
  calculateLoan({
    principalCents: request.total_loan_amount,
    durationMonths: request.duration_months,
    annualRateMillionths: request.annual_interest_rate,
    compounding: request.compounding_frequency,
  });

export function loanResult(request: LoanRequest): LoanResult {
  const { schedule, effectiveMonthlyRatePercent, totalInterestPercent } = loanOf(request);
  return {
    input_total_loan_amount: request.total_loan_amount / 100,
    total_interest_paid: schedule.totalInterestCents / 100,
    calculated_monthly_payment: schedule.regularPaymentCents / 100,
    total_payments_made: (request.total_loan_amount + schedule.totalInterestCents) / 100,
    effective_monthly_rate_percent: effectiveMonthlyRatePercent,
    total_interest_percentage_of_principal: totalInterestPercent,
    amortization_schedule: Array.from({ length: schedule.length }, (_, index) => ({
      period: index + 1,
      payment_amount: schedule.paymentCents[index + 1]! / 100,
      principal_paid: principalCentsAt(schedule, index + 1) / 100,
      interest_paid: interestCentsAt(schedule, index + 1) / 100,
      remaining_balance: schedule.balanceCents[index + 1]! / 100,
    })),
  };
}
