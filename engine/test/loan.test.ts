import { compoundingFrequencies, type CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactAmortization } from './exact-amortization.ts';
import { type ListedLoan, listedLoan } from './listed-loan.ts';
import { anyLoan, crampedLoan, hardLoan, nearTie, paymentTie, yearlyTie } from './loan-arbitraries.ts';
import type { LoanTerms } from 'engine/calculators/loan.ts';
import loanCases from 'engine/conformance/loan-cases.json' with { type: 'json' };

const HUGE_CENTS = 100_000_000_000_000;

function loan(
  amount: number,
  durationMonths: number,
  ratePercent: number,
  compounding: CompoundingFrequency = 'monthly',
): LoanTerms {
  return {
    principalCents: Math.round(amount * 100),
    durationMonths,
    annualRateMillionths: Math.round(ratePercent * 1e6),
    compounding,
  };
}

/** The result of the reference in big integers, in the engine's format. */
function exactly(terms: LoanTerms): ListedLoan {
  const exact = exactAmortization(terms);
  return {
    paymentCents: Number(exact.paymentCents),
    totalInterestCents: Number(exact.totalInterestCents),
    totalPaymentsCents: Number(exact.totalPaymentsCents),
    effectiveMonthlyRatePercent: Number(exact.rateUnits) / 1e5,
    totalInterestPercent: Number(exact.interestPercentUnits) / 100,
    rows: exact.rows.map(([paymentCents, principalCents, interestCents, balanceCents]) => ({
      paymentCents: Number(paymentCents),
      principalCents: Number(principalCents),
      interestCents: Number(interestCents),
      balanceCents: Number(balanceCents),
    })),
  };
}

function money(cents: number | undefined): string {
  return ((cents ?? NaN) / 100).toFixed(2);
}

describe('published and derived loans', () => {
  test.each(loanCases.cases)('$id ($source) is exact to the last digit', ({ request, expect: expected }) => {
    const result = listedLoan(
      loan(
        request.total_loan_amount,
        request.duration_months,
        request.annual_interest_rate,
        request.compounding_frequency as CompoundingFrequency,
      ),
    );
    const row = (period: number): string[] => {
      const found = result.rows[period - 1];
      return [
        String(period),
        money(found?.paymentCents),
        money(found?.principalCents),
        money(found?.interestCents),
        money(found?.balanceCents),
      ];
    };
    expect({
      calculated_monthly_payment: money(result.paymentCents),
      effective_monthly_rate_percent: result.effectiveMonthlyRatePercent.toFixed(5),
      total_interest_paid: money(result.totalInterestCents),
      total_payments_made: money(result.totalPaymentsCents),
      total_interest_percentage_of_principal: result.totalInterestPercent.toFixed(2),
      rows: result.rows.length,
      row_1: row(1),
      row_2: row(2),
      row_last: row(request.duration_months),
    }).toEqual(expected);
  });
});

describe('loans that are easy to compute wrongly', () => {
  test('a payment of exactly 18.605 is rounded up to 18.61', () => {
    const terms = loan(36.3, 2, 20);
    expect(listedLoan(terms).paymentCents).toBe(1861);
    expect(listedLoan(terms)).toEqual(exactly(terms));
  });

  test.each([
    ['growth that magnifies the rounding of the payment', loan(100_000, 600, 30)],
    ['a last payment far from the others', loan(20, 360, 4.4)],
    ['a payment that rounds to 0.00', loan(0.01, 600, 30)],
    ['a balance used up before the last month', loan(0.01, 2, 0)],
  ])('%s needs the unrounded path, where every payment is within a cent of P', (_reason, terms) => {
    const { rows, paymentCents } = listedLoan(terms);
    expect(listedLoan(terms)).toEqual(exactly(terms));
    expect(Math.max(...rows.map((row) => Math.abs(row.paymentCents - paymentCents)))).toBe(1);
  });

  test.each([
    ['exactly half of P stays on the rounded path', loan(0.05, 3, 0), [2, 2, 1]],
    ['exactly one and a half of P stays on the rounded path', loan(0.07, 3, 0), [2, 2, 3]],
    ['less than half of P leaves the rounded path', loan(0.1, 4, 0), [2, 3, 2, 3]],
    ['more than one and a half of P leaves the rounded path', loan(0.12, 5, 0), [2, 3, 2, 3, 2]],
  ])('a last payment of %s', (_guarantee, terms, payments) => {
    expect(listedLoan(terms).rows.map((row) => row.paymentCents)).toEqual(payments);
  });

  test('an exact half of an irrational rate is a tie: 26 cents at 8 % yearly owe 13.5 after half their time', () => {
    const terms = loan(0.26, 24, 8, 'yearly');
    expect(listedLoan(terms).rows[11]?.balanceCents).toBe(14);
    expect(listedLoan(terms)).toEqual(exactly(terms));
  });

  test.each(compoundingFrequencies)(
    'the largest and longest loan is exact with %s compounding',
    (compounding) => {
      for (const terms of [
        { principalCents: HUGE_CENTS, durationMonths: 600, annualRateMillionths: 30_000_000, compounding },
        { principalCents: HUGE_CENTS - 1, durationMonths: 599, annualRateMillionths: 1, compounding },
        { principalCents: HUGE_CENTS, durationMonths: 2, annualRateMillionths: 29_999_999, compounding },
      ]) {
        expect(listedLoan(terms)).toEqual(exactly(terms));
      }
    },
  );

  test.each(compoundingFrequencies)('one cent is exact at every term with %s compounding', (compounding) => {
    for (const annualRateMillionths of [0, 1, 7_300_000, 30_000_000]) {
      for (const durationMonths of [2, 3, 24, 41, 600]) {
        const terms = { principalCents: 1, durationMonths, annualRateMillionths, compounding };
        expect(listedLoan(terms)).toEqual(exactly(terms));
      }
    }
  });
});

describe('any loan', () => {
  test.each([
    ['the whole input range', hardLoan, 100],
    ['payments at exact ties', paymentTie, 30],
    ['interest as near to half a cent as the rate allows', nearTie, 30],
    ['balances at exact ties of irrational rates', yearlyTie, 30],
    ['loans whose payments are too small for whole cents', crampedLoan, 30],
  ])('%s: every figure and every cell equals the exact reference', (_kind, arbitrary, numRuns) => {
    fc.assert(
      fc.property(arbitrary, (terms) => {
        expect(listedLoan(terms)).toEqual(exactly(terms));
      }),
      { numRuns },
    );
  });

  test('without interest all frequencies give the same schedule', () => {
    fc.assert(
      fc.property(anyLoan, (terms) => {
        const [monthly, daily, yearly] = compoundingFrequencies.map((compounding) =>
          listedLoan({ ...terms, annualRateMillionths: 0, compounding }),
        );
        expect(daily).toEqual(monthly);
        expect(yearly).toEqual(monthly);
        expect(monthly?.totalInterestCents).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
