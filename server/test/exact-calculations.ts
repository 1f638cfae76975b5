/**
 * Independent answers of the calculations in questions, in integers throughout. Loans and pay come from the references
 * of the engine's tests. Scenarios with an extra payment or an offset account, and savings, are computed here row by row.
 */
import { exactAmortization } from '../../engine/test/exact-amortization.ts';
import { exactPay } from '../../engine/test/exact-pay.ts';

type Input = Readonly<Record<string, unknown>>;

const number = (input: Input, name: string) => Number(input[name] ?? 0);
const cents = (input: Input, name: string) => Math.round(number(input, name) * 100);
const millionths = (input: Input, name: string) => Math.round(number(input, name) * 1e6);

const halfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);
const fromCents = (amount: bigint) => Number(amount) / 100;

function loanAnswer(input: Input, field: string): number {
  const exact = exactAmortization({
    principalCents: cents(input, 'total_loan_amount'),
    durationMonths: number(input, 'duration_months'),
    annualRateMillionths: millionths(input, 'annual_interest_rate'),
    compounding: input['compounding_frequency'] as 'monthly',
  });
  const [holder, index, name] = field.split('.');
  if (holder === 'amortization_schedule') {
    const [, principal, interest, balance] = exact.rows[Number(index)]!;
    const row: Record<string, bigint> = {
      principal_paid: principal,
      interest_paid: interest,
      remaining_balance: balance,
    };
    return fromCents(row[name!]!);
  }
  if (field === 'effective_monthly_rate_percent') return Number(exact.rateUnits) / 1e5;
  const figures: Record<string, bigint> = {
    calculated_monthly_payment: exact.paymentCents,
    total_interest_paid: exact.totalInterestCents,
    total_payments_made: exact.totalPaymentsCents,
  };
  return fromCents(figures[field]!);
}

/** Interest and number of payments of a loan with a level payment. */
function walk(principal: bigint, rate: bigint, payment: bigint, extra: bigint, offset: bigint) {
  const year = 1_200_000_000n;
  let [balance, interestSum, payments] = [principal, 0n, 0];
  while (balance > 0n) {
    const bearing = balance > offset ? balance - offset : 0n;
    const interest = halfUp(bearing * rate, year);
    const due = payment + extra < balance + interest ? payment + extra : balance + interest;
    balance = balance + interest - due;
    interestSum += interest;
    payments++;
  }
  return { interestSum, payments };
}

function scenarioAnswer(input: Input, field: string): number {
  const [extra] = (input['extra_payments'] ?? [{ amount: 0 }]) as Input[];
  const offset = (input['offset'] ?? { balance: 0 }) as Input;
  const principal = BigInt(cents(input, 'total_loan_amount'));
  const rate = BigInt(millionths(input, 'annual_interest_rate'));
  const months = BigInt(number(input, 'duration_months'));
  const [grown, plain] = [(1_200_000_000n + rate) ** months, 1_200_000_000n ** months];
  const payment = halfUp(principal * rate * grown, 1_200_000_000n * (grown - plain));
  // Without extra payments the last payment takes what the rounded ones leave.
  let [balance, contractual] = [principal, 0n];
  for (let month = 1n; month <= months; month++) {
    const interest = halfUp(balance * rate, 1_200_000_000n);
    contractual += interest;
    balance = balance + interest - payment;
  }
  const walked = walk(
    principal,
    rate,
    payment,
    BigInt(cents(extra!, 'amount')),
    BigInt(cents(offset, 'balance')),
  );
  if (field === 'saved.periods') return Number(months) - walked.payments;
  if (field === 'saved.interest') return fromCents(contractual - walked.interestSum);
  throw new Error(`No reference for ${field}.`);
}

function savingsAnswer(input: Input, field: string): number {
  const [opening, deposit] = [
    BigInt(cents(input, 'opening_balance')),
    BigInt(cents(input, 'deposit_per_month')),
  ];
  const rate = BigInt(millionths(input, 'annual_interest_rate'));
  const months = number(input, 'duration_months');
  let [balance, interestSum] = [opening, 0n];
  for (let month = 0; month < months; month++) {
    const interest = halfUp(balance * rate, 1_200_000_000n);
    interestSum += interest;
    balance += interest + deposit;
  }
  if (field === 'final_balance') return fromCents(balance);
  if (field === 'total_interest') return fromCents(interestSum);
  if (field !== 'final_balance_today' || months % 12 !== 0) throw new Error(`No reference for ${field}.`);
  const years = BigInt(months / 12);
  const rise = 100_000_000n + BigInt(millionths(input, 'inflation_rate'));
  return fromCents(halfUp(balance * 100_000_000n ** years, rise ** years));
}

function payAnswer(input: Input, field: string): number {
  const exact = exactPay(
    input['income_year'] as string,
    cents(input, 'income'),
    cents(input, 'salary_sacrifice'),
    false,
  );
  if (field === 'net_income') return exact.net / 100;
  if (field === 'lines.0.amount') return (exact.cents['income_tax'] ?? Number.NaN) / 100;
  throw new Error(`No reference for ${field}.`);
}

const answers: Readonly<Record<string, (input: Input, field: string) => number>> = {
  loan: loanAnswer,
  scenario: scenarioAnswer,
  savings: savingsAnswer,
  take_home_pay: payAnswer,
};

export function exactAnswer(calculation: string, input: Input, field: string): number {
  const answer = answers[calculation];
  if (!answer) throw new Error(`No reference for ${calculation}.`);
  return answer(input, field);
}
