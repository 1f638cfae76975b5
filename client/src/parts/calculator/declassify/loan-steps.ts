import type { AmortizationScheduleRow, LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import {
  type PaymentBasis,
  type PaymentFrequency,
  periodCount,
  periodsPerYear,
} from 'contract/scenarios/scenarios.constants.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import {
  amountOf,
  cents,
  type Derivation,
  digits,
  Exact,
  grouped,
  roundHalfUp,
  sumOfCents,
} from './declassify-numbers.ts';

interface PaymentPlan {
  frequency: PaymentFrequency;
  basis: PaymentBasis;
}

interface Terms extends PaymentPlan {
  amount: Exact;
  months: number;
  annualRate: Exact;
  compounding: LoanRequestInput['compounding_frequency'];
}

interface Loan extends Terms {
  result: LoanResult;
  rows: AmortizationScheduleRow[];
}

const termsIn = (terms: LoanRequestInput, plan: PaymentPlan): Terms => ({
  ...plan,
  amount: new Exact(terms.total_loan_amount),
  months: Number(terms.duration_months),
  annualRate: new Exact(terms.annual_interest_rate).div(100),
  compounding: terms.compounding_frequency,
});

/** Derives the level payment over the whole term. */
export const derivePayment = (terms: LoanRequestInput, plan: PaymentPlan): Derivation =>
  payment(termsIn(terms, plan));

export type DeclassifiedLabel = keyof typeof steps;

/** Derives a figure of a plain loan again from its terms and schedule. */
export function declassify(
  label: DeclassifiedLabel,
  terms: LoanRequestInput,
  result: LoanResult,
  plan: PaymentPlan,
): Derivation {
  return steps[label]({ ...termsIn(terms, plan), result, rows: result.amortization_schedule });
}

const steps = {
  'Monthly Payment': payment,
  'Fortnightly Payment': payment,
  'Weekly Payment': payment,
  'Total Payments': (loan: Loan) => sumOfRows(loan, 'payment', ({ payment_amount }) => payment_amount),
  'Total Interest': (loan: Loan) => sumOfRows(loan, 'interest', ({ interest_paid }) => interest_paid),
  'Loan Amount': (loan: Loan) => sumOfRows(loan, 'principal', ({ principal_paid }) => principal_paid),
  'Final Payment': finalPayment,
  'Effective Monthly Rate': effectiveMonthlyRate,
  'Interest to Principal': interestToPrincipal,
} satisfies Record<string, (loan: Loan) => Derivation>;

const rateFormulas = {
  monthly: (m: number) => `R / ${m}`,
  daily: (m: number) => `(1 + R / 365)^(365 / ${m}) − 1`,
  yearly: (m: number) => `(1 + R)^(1 / ${m}) − 1`,
} as const;

/** The rate of one period. */
function rateOf({ annualRate: rate, compounding }: Terms, frequency: PaymentFrequency): Exact {
  const m = periodsPerYear[frequency];
  if (compounding === 'monthly') return rate.div(m);
  if (compounding === 'daily') return rate.div(365).plus(1).pow(new Exact(365).div(m)).minus(1);
  return rate.plus(1).pow(new Exact(1).div(m)).minus(1);
}

function rateSymbols(loan: Terms, frequency: PaymentFrequency): Derivation['symbols'] {
  const formula = rateFormulas[loan.compounding](periodsPerYear[frequency]);
  return [
    ['R', 'annual rate, as a fraction', digits(loan.annualRate)],
    ['r', `rate of a ${periodNames[frequency]}, ${formula}`, digits(rateOf(loan, frequency))],
  ];
}

function payment(loan: Terms): Derivation {
  if (loan.basis === 'exact' || loan.frequency === 'monthly') return levelPayment(loan, loan.frequency);
  const parts = loan.frequency === 'weekly' ? 4 : 2;
  const { value: monthly, symbols, formula } = levelPayment(loan, 'monthly');
  return rounded(monthly.div(parts), 2, 'a cent', {
    formula: `M / ${parts}`,
    symbols: [['M', `monthly payment, ${formula}, rounded`, grouped(monthly, 2)], ...symbols],
    substituted: `${grouped(monthly, 2)} / ${parts}`,
  });
}

function levelPayment(loan: Terms, frequency: PaymentFrequency): Derivation {
  const { amount, months } = loan;
  const rate = rateOf(loan, frequency);
  const count = periodCount(months, frequency);
  const counted = `${periodNames[frequency]}s`;
  const base: Derivation['symbols'] = [
    ['L', 'loan', grouped(amount, 2)],
    [
      'n',
      frequency === 'monthly'
        ? counted
        : `${counted}, ${months} × ${periodsPerYear[frequency]} / 12, rounded up`,
      String(count),
    ],
  ];
  if (rate.isZero()) {
    return rounded(amount.div(count), 2, 'a cent', {
      formula: 'P = L / n',
      symbols: base,
      substituted: `${grouped(amount, 2)} / ${count}`,
    });
  }
  const growth = rate.plus(1).pow(count);
  return rounded(amount.times(rate).times(growth).div(growth.minus(1)), 2, 'a cent', {
    formula: 'P = L · r · gⁿ / (gⁿ − 1)',
    symbols: [
      ...base,
      ...rateSymbols(loan, frequency),
      ['gⁿ', `growth over all ${counted}, (1 + r)^n`, digits(growth)],
    ],
    substituted: `${grouped(amount, 2)} × ${digits(rate)} × ${digits(growth)} / (${digits(growth)} − 1)`,
  });
}

function effectiveMonthlyRate(loan: Loan): Derivation {
  const rate = rateOf(loan, 'monthly');
  return rounded(rate.times(100), 5, 'the fifth decimal', {
    formula: '100 · r',
    symbols: rateSymbols(loan, 'monthly'),
    substituted: `100 × ${digits(rate)}`,
  });
}

function interestToPrincipal({ amount, result }: Loan): Derivation {
  const interest = amountOf(result.total_interest_paid);
  return rounded(interest.times(100).div(amount), 2, 'the second decimal', {
    formula: '100 · I / L',
    symbols: [
      ['I', 'total interest, the sum of all rows', grouped(interest, 2)],
      ['L', 'loan', grouped(amount, 2)],
    ],
    substituted: `100 × ${grouped(interest, 2)} / ${grouped(amount, 2)}`,
  });
}

/** The last payment is the previous balance with its interest. */
function finalPayment(loan: Loan): Derivation {
  const { rows, frequency } = loan;
  const rate = rateOf(loan, frequency);
  const last = rows.at(-1)!;
  const balance = amountOf(last.principal_paid);
  const symbols: Derivation['symbols'] = [['B', 'owed before it', grouped(balance, 2)]];
  if (!isOnRoundedPath(loan)) {
    return {
      formula: 'B + interest',
      symbols: [...symbols, ['interest', 'that of the last row', cents(last.interest_paid)]],
      substituted: `${grouped(balance, 2)} + ${cents(last.interest_paid)}`,
      unrounded: grouped(balance.plus(amountOf(last.interest_paid)), 2),
      rounding:
        'Whole cents cannot keep this payment level, so every row follows the unrounded balance and shows it rounded half up.',
      value: balance.plus(amountOf(last.interest_paid)),
    };
  }
  return rounded(balance.plus(balance.times(rate)), 2, 'a cent', {
    formula: 'B + B · r',
    symbols: [...symbols, ...rateSymbols(loan, frequency)],
    substituted: `${grouped(balance, 2)} + ${grouped(balance, 2)} × ${digits(rate)}`,
  });
}

function isOnRoundedPath({ rows, result }: Loan): boolean {
  return rows.slice(0, -1).every((row) => row.payment_amount === result.calculated_monthly_payment);
}

function sumOfRows(loan: Loan, name: string, amountIn: (row: AmortizationScheduleRow) => number): Derivation {
  const { rows, amount, frequency } = loan;
  const first = roundHalfUp(amount.times(rateOf(loan, frequency)), 2, 'a cent');
  return sumOfCents(
    name,
    rows.map(amountIn),
    name === 'interest' ? [['interest₁', 'L · r, rounded', grouped(first.value, 2)]] : [],
  );
}

function rounded(
  value: Exact,
  places: number,
  unit: string,
  derivation: Pick<Derivation, 'formula' | 'symbols' | 'substituted'>,
): Derivation {
  const { value: result, step } = roundHalfUp(value, places, unit);
  return { ...derivation, unrounded: digits(value), rounding: step, value: result };
}
