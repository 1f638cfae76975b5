import { homeKinds, homeUses, type Place, places } from 'contract/buying/buying.constants.ts';
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import { StudyLoanBody } from 'contract/study-loan/study-loan.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { law, taxYears } from './calculate.ts';

const calculate = (request: object): BuyingResult =>
  buyingResult({ rules: law.buyingRules, taxYears }, BuyingBody.parse(request));

const contract_date = '2026-11-28';

/** Prices near which a law of one of the places changes something. */
const thresholds = [
  ...new Set(
    [...JSON.stringify(law.buyingRules.places).matchAll(/\b\d{4,8}\b/g)].map(([text]) => Number(text)),
  ),
].filter((price) => price > 10 && price < 5_000_000);

const anyPrice = fc.oneof(
  fc
    .tuple(fc.constantFrom(...thresholds), fc.integer({ min: -110, max: 110 }))
    .map(([threshold, step]) => Math.max(threshold + step, 1)),
  fc.integer({ min: 1, max: 100_000_000 }),
);

const anyTerms = fc.record({
  place: fc.constantFrom(...places),
  kind: fc.constantFrom(...homeKinds),
  use: fc.constantFrom(...homeUses),
  first_home: fc.boolean(),
  grant_at_settlement: fc.boolean(),
  savings: fc.integer({ min: 0, max: 1_000_000 }),
  largest_share_percent: fc.constantFrom(33.33, 80, 90, 95, 100),
  costs: fc.record({ conveyancer: fc.integer({ min: 0, max: 3_000 }) }),
  contract_date: fc.constant(contract_date),
});

const cents = (amount: number) => Math.round(amount * 100);

const minimumOf = (place: Place) => [law.buyingRules.places[place]].flat()[0]!.minimum;

describe('buyingResult', () => {
  it('is the largest price: it is affordable, and none of the next 300 prices and no threshold above it is', () => {
    fc.assert(
      fc.property(anyTerms, fc.option(fc.integer({ min: 100, max: 8_000 })), (terms, repayment) => {
        const request = {
          ...terms,
          ...(repayment !== null && { repayment, annual_interest_rate: 6.19 }),
        };
        const isAllowed = (each: number) =>
          each < 1 || (each <= 100_000_000 && calculate({ ...request, price: each }).purchase!.affordable);
        const { price, binds } = calculate(request).largest!;
        const largest = price ?? 0;
        expect(isAllowed(largest)).toBe(true);
        const above = [
          ...Array.from({ length: 300 }, (_, index) => largest + 1 + index),
          ...thresholds.flatMap((threshold) => [threshold - 1, threshold, threshold + 1]),
        ].filter((each) => each > largest);
        for (const each of above) expect(isAllowed(each), `at ${each}`).toBe(false);
        const next = Math.min(largest + 1, 100_000_000);
        expect(binds).toEqual(calculate({ ...request, price: next }).purchase!.binds);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    [29_595, { costs: { conveyancer: 1_500 }, repayment: 12, annual_interest_rate: 6 }],
    [
      42_948,
      { costs: { conveyancer: 1_234.56 }, repayment: 1_000, annual_interest_rate: 0, duration_months: 2 },
    ],
  ])(
    'finds %d where the grant pays the whole price, although lower prices are not allowed',
    (price, terms) => {
      const request = { place: 'nt', kind: 'new', first_home: true, contract_date, ...terms };
      expect(calculate(request).largest!.price).toBe(price);
      expect(calculate({ ...request, price: 1 }).purchase!.affordable).toBe(false);
    },
  );

  it('adds up: lines to the duty, costs to what is to pay, and what is to pay to loan and savings', () => {
    fc.assert(
      fc.property(anyTerms, anyPrice, (terms, price) => {
        const { purchase } = calculate({ ...terms, price });
        const { duty, grant, costs, total_costs, to_pay, loan, cash_needed, left_over } = purchase!;
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
        expect(sum(duty.lines.map(({ amount }) => amount))).toBe(cents(duty.amount));
        expect(duty.amount).toBeGreaterThanOrEqual(0);
        expect(sum([duty.amount, ...costs.map(({ amount }) => amount)])).toBe(cents(total_costs));
        expect(cents(price) + cents(total_costs) - cents(grant.counted)).toBe(cents(to_pay));
        expect(cents(loan)).toBe(Math.max(cents(to_pay) - terms.savings * 100, 0));
        expect(cents(left_over)).toBe(terms.savings * 100 - cents(cash_needed));
        for (const { step, amount } of duty.lines) {
          if (!step || amount === minimumOf(terms.place)) continue;
          const exact = step.base + (step.part * step.rate_percent) / 100;
          expect(Math.abs(amount - exact)).toBeLessThanOrEqual(terms.place === 'vic' ? 0.5 : 0.0051);
        }
      }),
      { numRuns: 100 },
    );
  });

  it.each(law.buyingRules.examples)(
    'gives the example of an office: %s, %s, at $%d a duty of $%d',
    (...example) => {
      const [place, who, price, amount] = example;
      const [, kind] = who.split(' ');
      const { purchase } = calculate({
        place,
        price,
        contract_date,
        use: who === 'general' ? 'invest' : 'live',
        first_home: who.startsWith('first'),
        kind: kind ?? 'established',
      });
      expect(purchase!.duty.amount).toBe(amount);
    },
  );

  it('searches through all thresholds of a place in at most 12 ms', () => {
    calculate({ place: 'qld', savings: 130_000, first_home: true, contract_date });
    const start = process.cpuUsage();
    for (let run = 0; run < 50; run++) {
      calculate({ place: 'qld', savings: 130_000 + run, first_home: true, contract_date });
    }
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 50).toBeLessThan(12_000);
  });

  it('takes the newest version of the law whose first day is not after the contract', () => {
    const { places: current } = law.buyingRules;
    const [older] = [current.vic].flat();
    const newer = { ...older!, from: '2027-07-01', minimum: 99_999 };
    const rules = { ...law.buyingRules, places: { ...current, vic: [older!, newer] } };
    const duty = (date: string) =>
      buyingResult(
        { rules, taxYears },
        BuyingBody.parse({ place: 'vic', price: 700_000, contract_date: date, use: 'invest' }),
      ).purchase!.duty.amount;
    expect([duty('2027-06-30'), duty('2027-07-01')]).toEqual([37_070, 99_999]);
  });
});

describe('studyLoanResult', () => {
  const anyLoan = fc.record({
    balance: fc.integer({ min: 1, max: 200_000 }),
    incomes: fc.array(fc.integer({ min: 0, max: 250_000 }), { minLength: 1, maxLength: 4 }),
    income_growth: fc.constantFrom(0, 2.5, 3, 20),
    indexation: fc.constantFrom(0, 2.8, 7.1),
  });

  it('carries what is owed from row to row, and ends in the row that leaves nothing', () => {
    fc.assert(
      fc.property(anyLoan, (loan) => {
        const result = studyLoanResult({ indexation: law.indexation, taxYears }, StudyLoanBody.parse(loan));
        let owed = loan.balance * 100;
        for (const row of result.rows) {
          expect(cents(row.opening)).toBe(owed);
          owed += cents(row.indexation) - cents(row.compulsory) - cents(row.voluntary);
          expect(cents(row.closing)).toBe(owed);
          expect(row.compulsory).toBeLessThanOrEqual(row.repayment_income / 10 + 0.01);
        }
        expect(result.ends_in).toBe(owed === 0 ? result.rows.at(-1)!.income_year : null);
        expect(result.rows.length === 50 || owed === 0).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
