/** The purchase of a home: what it costs, what can be borrowed, and the largest price that both allow. */
import { buyingLimits, costKeys, type LimitKey } from 'contract/buying/buying.constants.ts';
import type { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import type { BuyingRules, PlaceLaw } from 'contract/buying/buying-rules.ts';
import { percentOf } from 'engine/arithmetic/rounding.ts';
import type { TaxYear } from 'engine/calculators/tax-rules.ts';
import { annuityOf, levelPaymentCents } from 'engine/schedules/level-payment.ts';
import { rateOf } from 'engine/schedules/rates.ts';
import { borrowingOf } from './borrowing.ts';
import { type Duty, dutyOf, dutyThresholds } from './duty.ts';
import { grantOf, grantThresholds, type PlaceTerms, schemesOf } from './grant-and-schemes.ts';
import { lawOf, type RuleSources, sourcesOf } from './rules.ts';

type Purchase = NonNullable<BuyingResult['purchase']>;
type Largest = NonNullable<BuyingResult['largest']>;

/** The figures of law that a purchase needs. */
export interface BuyingLaw {
  rules: BuyingRules;
  /** The oldest year first. */
  taxYears: readonly TaxYear[];
}

/** Throws a `Refusal`. */
export function buyingResult({ rules, taxYears }: BuyingLaw, request: BuyingBody): BuyingResult {
  const borrowing = borrowingOf(taxYears, request);
  const { place, contract_date, price } = request;
  if (!place || !contract_date) {
    return { place: null, purchase: null, schemes: [], borrowing, largest: null };
  }
  const terms = { ...request, place, contract_date };
  const buyer: Buyer = {
    rules,
    law: lawOf(rules, place, contract_date),
    terms,
    largestLoanCents: borrowing && Math.round(borrowing.loan * 100),
  };
  return {
    place,
    purchase: price === undefined ? null : purchaseAt(buyer, price),
    schemes: schemesOf(rules, terms),
    borrowing,
    largest: largestPurchase(buyer),
  };
}

interface Buyer {
  rules: BuyingRules;
  law: PlaceLaw;
  terms: PlaceTerms;
  /** What can be borrowed, or null where it is not known. */
  largestLoanCents: number | null;
}

/** All amounts are in cents. */
function sumsAt({ law, terms, largestLoanCents }: Buyer, price: number) {
  const duty: Duty = terms.duty === undefined ? dutyOf(law, terms, price) : { cents: terms.duty, lines: [] };
  const grant = grantOf(law, terms, price);
  const counted = terms.grant_at_settlement ? grant.cents : 0;
  const totalCosts = costKeys.reduce((total, key) => total + terms.costs[key], duty.cents);
  const priceCents = price * 100;
  const toPay = priceCents + totalCosts - counted;
  // The share is in hundredths of a percent.
  const largestLoanForPrice = Math.floor((price * terms.largest_share_percent) / 100);
  const loan = Math.max(toPay - terms.savings, 0);
  const binds: LimitKey[] = [];
  if (loan > largestLoanForPrice) binds.push('cash');
  if (largestLoanCents !== null && loan > largestLoanCents) binds.push('income');
  return { duty, grant, counted, totalCosts, priceCents, toPay, largestLoanForPrice, loan, binds };
}

function purchaseAt(buyer: Buyer, price: number): Purchase {
  const { rules, law, terms } = buyer;
  const { grant: rule } = law;
  const sums = sumsAt(buyer, price);
  const { duty, grant, loan, priceCents } = sums;
  const cashNeeded = Math.max(sums.toPay - sums.largestLoanForPrice, 0);
  const isProvisional = Boolean(terms.duty === undefined && law.until && terms.contract_date > law.until);
  const evidenceOf = (source: RuleSources & { page: string }) => ({
    page: source.page,
    sources: sourcesOf(rules, source),
  });
  return {
    price,
    duty: {
      amount: duty.cents / 100,
      entered: terms.duty !== undefined,
      provisional: isProvisional,
      note: isProvisional ? (law.until_why ?? null) : null,
      lines: duty.lines.map((line) => ({
        key: line.key,
        amount: line.cents / 100,
        step: line.step,
        section: line.rule.section ?? null,
        ...evidenceOf(line.rule),
      })),
    },
    grant: {
      name: rule?.name ?? null,
      amount: grant.cents / 100,
      counted: sums.counted / 100,
      reason: grant.reason,
      note: (grant.reason === 'land' ? rule?.land_note : rule?.provisional) ?? null,
      ...(rule ? evidenceOf(rule) : { page: null, sources: [] }),
    },
    costs: costKeys.map((key) => ({ key, amount: terms.costs[key] / 100 })),
    total_costs: sums.totalCosts / 100,
    to_pay: sums.toPay / 100,
    largest_loan_for_price: sums.largestLoanForPrice / 100,
    cash_needed: cashNeeded / 100,
    left_over: (terms.savings - cashNeeded) / 100,
    loan: loan / 100,
    loan_to_value_percent: percentOf(loan, priceCents),
    above_80_percent: loan * 100 > priceCents * buyingLimits.insuredAbove,
    payment: paymentCents(terms, loan),
    affordable: sums.binds.length === 0,
    binds: sums.binds,
  };
}

/** The level monthly payment in AUD at the rate without its buffer. */
function paymentCents({ annual_interest_rate, duration_months }: BuyingBody, loanCents: number) {
  if (annual_interest_rate === undefined) return null;
  const annuity = annuityOf(rateOf(annual_interest_rate, 'monthly', 12), duration_months, 1);
  return levelPaymentCents(annuity, loanCents, 0) / 100;
}

/**
 * Costs rise with the price within each stretch between two thresholds, and fall only at a threshold. So the last allowed price
 * is in the highest stretch whose lowest price is allowed.
 *
 * Where the grant pays the whole price, the loan hardly grows while the part of the price that may be borrowed does. There a
 * stretch may begin with prices that cash does not allow.
 */
function largestPurchase(buyer: Buyer): Largest {
  const bindsAt = (price: number) => sumsAt(buyer, price).binds;
  const isAllowed = (price: number) => bindsAt(price).length === 0;
  const isCarried = (price: number) => !bindsAt(price).includes('income');
  const starts = stretchStarts(buyer.law);
  const grant = buyer.law.grant?.amount ?? 0;
  for (const [index, start] of [...starts.entries()].toReversed()) {
    const end = (starts[index + 1] ?? buyingLimits.maxPrice + 1) - 1;
    const price = isAllowed(start)
      ? lastAllowed(isAllowed, start, end)
      : end <= grant && isCarried(start)
        ? lastAllowed(isCarried, start, end)
        : null;
    if (price === null || !isAllowed(price)) continue;
    const binds = price === buyingLimits.maxPrice ? [] : bindsAt(price + 1);
    return { price, binds, purchase: purchaseAt(buyer, price) };
  }
  return { price: null, binds: bindsAt(1), purchase: null };
}

/** A threshold and the dollar above it begin a stretch each. */
function stretchStarts(law: PlaceLaw): number[] {
  const thresholds = [...dutyThresholds(law), ...grantThresholds(law)].flatMap((value) => [value, value + 1]);
  const starts = new Set([1, ...thresholds].filter((value) => value >= 1 && value <= buyingLimits.maxPrice));
  return [...starts].toSorted((a, b) => a - b);
}

/** Halves a stretch whose start is allowed. */
function lastAllowed(isAllowed: (price: number) => boolean, start: number, end: number): number {
  let [allowed, above] = [start, end + 1];
  while (above - allowed > 1) {
    const middle = Math.floor((allowed + above) / 2);
    if (isAllowed(middle)) allowed = middle;
    else above = middle;
  }
  return allowed;
}
