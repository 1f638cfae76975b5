import type { AmortizationScheduleRow, LoanRequestInput, LoanResult } from 'contract/loans.ts';
import { amountOf, cents, digits, Exact, grouped, roundHalfUp } from './declassify-numbers.ts';

/** The figures of the summary, as it calls them. */
export type DeclassifiedLabel =
  | 'Monthly Payment'
  | 'Total Payments'
  | 'Total Interest'
  | 'Loan Amount'
  | 'Final Payment'
  | 'Effective Monthly Rate'
  | 'Interest to Principal';

export interface Declassified {
  formula: string;
  symbols: (readonly [symbol: string, meaning: string, value: string])[];
  /** The formula with the values in it. */
  substituted: string;
  unrounded: string;
  rounding: string;
  /** What the steps come to. */
  value: Exact;
}

interface Loan {
  result: LoanResult;
  rows: AmortizationScheduleRow[];
  amount: Exact;
  months: number;
  annualRate: Exact;
  compounding: LoanRequestInput['compounding_frequency'];
  monthlyRate: Exact;
}

/** How a figure of a plain loan comes about, computed anew from its terms and the rows of its schedule. */
export function declassify(
  label: DeclassifiedLabel,
  terms: LoanRequestInput,
  result: LoanResult,
): Declassified {
  const annualRate = new Exact(terms.annual_interest_rate).div(100);
  const loan: Loan = {
    result,
    rows: result.amortization_schedule,
    amount: new Exact(terms.total_loan_amount),
    months: Number(terms.duration_months),
    annualRate,
    compounding: terms.compounding_frequency,
    monthlyRate: monthlyRateOf(annualRate, terms.compounding_frequency),
  };
  return steps[label](loan);
}

const steps: Record<DeclassifiedLabel, (loan: Loan) => Declassified> = {
  'Monthly Payment': monthlyPayment,
  'Total Payments': (loan) => sumOfRows(loan, 'payment', ({ payment_amount }) => payment_amount),
  'Total Interest': (loan) => sumOfRows(loan, 'interest', ({ interest_paid }) => interest_paid),
  'Loan Amount': (loan) => sumOfRows(loan, 'principal', ({ principal_paid }) => principal_paid),
  'Final Payment': finalPayment,
  'Effective Monthly Rate': effectiveMonthlyRate,
  'Interest to Principal': interestToPrincipal,
};

const rateFormulas = {
  monthly: 'R / 12',
  daily: '(1 + R / 365)^(365 / 12) − 1',
  yearly: '(1 + R)^(1 / 12) − 1',
} as const;

function monthlyRateOf(rate: Exact, compounding: Loan['compounding']): Exact {
  if (compounding === 'monthly') return rate.div(12);
  if (compounding === 'daily') return rate.div(365).plus(1).pow(new Exact(365).div(12)).minus(1);
  return rate.plus(1).pow(new Exact(1).div(12)).minus(1);
}

function rateSymbols({ annualRate, compounding, monthlyRate }: Loan): Declassified['symbols'] {
  return [
    ['R', 'annual rate, as a fraction', digits(annualRate)],
    ['r', `rate of a month, ${rateFormulas[compounding]}`, digits(monthlyRate)],
  ];
}

function monthlyPayment(loan: Loan): Declassified {
  const { amount, months, monthlyRate: rate } = loan;
  const base: Declassified['symbols'] = [
    ['L', 'loan', grouped(amount, 2)],
    ['n', 'months', String(months)],
  ];
  if (rate.isZero()) {
    const unrounded = amount.div(months);
    return rounded(unrounded, 2, 'a cent', {
      formula: 'P = L / n',
      symbols: base,
      substituted: `${grouped(amount, 2)} / ${months}`,
    });
  }
  const growth = rate.plus(1).pow(months);
  return rounded(amount.times(rate).times(growth).div(growth.minus(1)), 2, 'a cent', {
    formula: 'P = L · r · gⁿ / (gⁿ − 1)',
    symbols: [...base, ...rateSymbols(loan), ['gⁿ', 'growth over all months, (1 + r)^n', digits(growth)]],
    substituted: `${grouped(amount, 2)} × ${digits(rate)} × ${digits(growth)} / (${digits(growth)} − 1)`,
  });
}

function effectiveMonthlyRate(loan: Loan): Declassified {
  return rounded(loan.monthlyRate.times(100), 5, 'the fifth decimal', {
    formula: '100 · r',
    symbols: rateSymbols(loan),
    substituted: `100 × ${digits(loan.monthlyRate)}`,
  });
}

function interestToPrincipal({ amount, result }: Loan): Declassified {
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

/** The last row pays all that is left, so its payment is the balance before it and the interest on that. */
function finalPayment(loan: Loan): Declassified {
  const { rows, monthlyRate } = loan;
  const last = rows.at(-1)!;
  const balance = amountOf(last.principal_paid);
  const symbols: Declassified['symbols'] = [['B', 'owed before it', grouped(balance, 2)]];
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
  return rounded(balance.plus(balance.times(monthlyRate)), 2, 'a cent', {
    formula: 'B + B · r',
    symbols: [...symbols, ...rateSymbols(loan)],
    substituted: `${grouped(balance, 2)} + ${grouped(balance, 2)} × ${digits(monthlyRate)}`,
  });
}

function isOnRoundedPath({ rows, result }: Loan): boolean {
  return rows.slice(0, -1).every((row) => row.payment_amount === result.calculated_monthly_payment);
}

function sumOfRows(
  { rows, amount, monthlyRate }: Loan,
  name: 'payment' | 'interest' | 'principal',
  amountIn: (row: AmortizationScheduleRow) => number,
): Declassified {
  const amounts = rows.map(amountIn);
  const sum = amounts.reduce((total, next) => total.plus(amountOf(next)), new Exact(0));
  const first = roundHalfUp(amount.times(monthlyRate), 2, 'a cent');
  return {
    formula: `${name}₁ + ${name}₂ + … + ${name}ₙ`,
    symbols: [
      ['n', 'rows of the schedule', String(rows.length)],
      ...(name === 'interest' ? [['interest₁', 'L · r, rounded', grouped(first.value, 2)] as const] : []),
    ],
    substituted:
      amounts.length > 3 ? `${listed(amounts.slice(0, 2))} + … + ${cents(amounts.at(-1)!)}` : listed(amounts),
    unrounded: grouped(sum, 2),
    rounding: 'Every row is rounded to the cent, half up; a sum of cents needs no rounding.',
    value: sum,
  };
}

const listed = (amounts: number[]) => amounts.map(cents).join(' + ');

function rounded(
  value: Exact,
  places: number,
  unit: string,
  said: Pick<Declassified, 'formula' | 'symbols' | 'substituted'>,
): Declassified {
  const { value: result, step } = roundHalfUp(value, places, unit);
  return { ...said, unrounded: digits(value), rounding: step, value: result };
}
