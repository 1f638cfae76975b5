import {
  amountOf,
  cents,
  type Derivation,
  Exact,
  grouped,
  roundHalfUp,
  sumOfCents,
} from '#parts/calculator/declassify/declassify-numbers.ts';
import { derivePayment } from '#parts/calculator/declassify/loan-steps.ts';
import {
  type PaymentFrequency,
  type PaymentBasis,
  periodsPerYear,
} from 'contract/scenarios/scenarios.constants.ts';
import type { PricedLoan } from './leaving.ts';

/** The figure of one column, the column of staying, and how the loans are paid. */
export interface SwitchColumn {
  priced: PricedLoan;
  staying: PricedLoan;
  frequency: PaymentFrequency;
  basis: PaymentBasis;
}

export type SwitchStep = keyof typeof steps;

/** How a figure of the comparison is computed. */
export const deriveSwitch = (step: SwitchStep, column: SwitchColumn): Derivation => steps[step](column);

const steps = { payment, fee, leaving, interest, costs, total, difference, ahead };

function payment({ priced: { terms }, frequency, basis }: SwitchColumn): Derivation {
  return derivePayment(terms, { frequency, basis });
}

function fee({ priced: { fees }, frequency }: SwitchColumn): Derivation {
  const [perPayment, perYear] = [new Exact(fees.per_period || 0), new Exact(fees.per_year || 0)];
  const m = periodsPerYear[frequency];
  const unrounded = perPayment.plus(perYear.div(m));
  const { value, step } = roundHalfUp(unrounded, 2, 'a cent');
  return {
    formula: 'f + F / m',
    symbols: [
      ['f', 'fee of a payment', grouped(perPayment, 2)],
      ['F', 'fee of a year, which is paid at the end of each year of the loan', grouped(perYear, 2)],
      ['m', 'payments in a year', String(m)],
    ],
    substituted: `${grouped(perPayment, 2)} + ${grouped(perYear, 2)} / ${m}`,
    unrounded: unrounded.toSignificantDigits(12).toFixed(),
    rounding: step,
    value,
  };
}

function leaving({ priced: { loan, fee: feeOfPayment } }: SwitchColumn): Derivation {
  const first = loan.rows[1]?.payment_amount ?? 0;
  return sumOf('P + f', [
    ['P', 'first payment, with its extra', first],
    ['f', 'fee a payment', feeOfPayment],
  ]);
}

function interest({ priced: { loan } }: SwitchColumn): Derivation {
  return sumOfCents(
    'interest',
    loan.rows.slice(1).map(({ interest_paid }) => interest_paid),
  );
}

function costs({ priced: { loan, cashback } }: SwitchColumn): Derivation {
  const [day = 0, ...others] = loan.rows.map(({ fees_paid }) => fees_paid);
  return sumOf('D + C + S', [
    ['D', 'costs on the day of the change, less the cashback', day],
    ['C', 'cashback, which the table has in its own row', cashback],
    ['S', 'fees of all payments', sumOfCents('fee', others).value.toNumber()],
  ]);
}

function total({ priced: { loan, terms, cashback } }: SwitchColumn): Derivation {
  return sumOf('L + I + F − C', [
    ['L', 'amount owed', Number(terms.total_loan_amount)],
    ['I', 'interest', loan.total_interest_paid],
    ['F', 'fees and costs', loan.total_fees + cashback],
    ['C', 'cashback', -cashback],
  ]);
}

function difference({ priced: { loan }, staying }: SwitchColumn): Derivation {
  return sumOf('T − T₀', [
    ['T', 'total cost of the offer', loan.total_cost],
    ['T₀', 'total cost of staying', -staying.loan.total_cost],
  ]);
}

/** The first payment from which the costs so far stay below those of staying. */
function ahead({ priced: { loan } }: SwitchColumn): Derivation {
  const period = 'break_even' in loan ? (loan.break_even?.period ?? 0) : 0;
  const rows = 'break_even' in loan ? loan.rows : [];
  const at = (row: number) => cents(rows[row]?.cost_difference ?? 0);
  return {
    formula: 'Dₙ < 0, and no later D is 0 or more',
    symbols: [
      ['D', 'interest and fees so far, minus those of staying', 'a figure of every payment'],
      ['n', 'number of the payment', String(period)],
    ],
    substituted: `D of payment ${period - 1} is ${at(period - 1)}; D of payment ${period} is ${at(period)}`,
    value: new Exact(period),
  };
}

type Summand = readonly [symbol: string, meaning: string, dollars: number];

/** A sum of amounts of whole cents. The formula has the sign of a negative amount. */
function sumOf(formula: string, summands: readonly Summand[]): Derivation {
  return {
    formula,
    symbols: summands.map(([symbol, meaning, dollars]) => [
      symbol,
      meaning,
      cents(formula.includes(`− ${symbol}`) ? -dollars : dollars),
    ]),
    substituted: summands
      .map(([, , dollars], index) => {
        if (index === 0) return cents(dollars);
        return `${dollars < 0 ? '−' : '+'} ${cents(Math.abs(dollars))}`;
      })
      .join(' '),
    value: summands.reduce((sum, [, , dollars]) => sum.plus(roundedToCent(dollars)), new Exact(0)),
  };
}

/** Sums of floats differ from whole cents in their last digits. */
const roundedToCent = (dollars: number) => amountOf(Math.round(100 * dollars)).div(100);
