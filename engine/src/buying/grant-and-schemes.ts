/** The first home owner grant of a place, and whether the schemes of the Commonwealth fit a purchase. */
import {
  type GrantReason,
  type SchemeKey,
  schemeKeys,
  type SchemeReason,
} from 'contract/buying/buying.constants.ts';
import type { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import type { BuyingRules, PlaceLaw } from 'contract/buying/buying-rules.ts';
import { payPeriodsPerYear } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { sourcesOf } from './rules.ts';

type Scheme = BuyingResult['schemes'][number];

/** The terms of a request with a place. */
export type PlaceTerms = BuyingBody & { place: NonNullable<BuyingBody['place']>; contract_date: string };

/** In cents, with the reason where it is 0. */
export function grantOf(
  { grant }: PlaceLaw,
  terms: PlaceTerms,
  price: number,
): { cents: number; reason: GrantReason | null } {
  const reason = grant ? noGrantReason(grant, terms, price) : 'none';
  return { cents: reason || !grant ? 0 : Math.min(grant.amount, price) * 100, reason };
}

function noGrantReason(grant: NonNullable<PlaceLaw['grant']>, terms: PlaceTerms, price: number) {
  if (terms.use !== 'live') return 'not_live';
  if (!terms.first_home) return 'not_first_home';
  if (terms.kind !== 'new') return terms.kind === 'land' ? 'land' : 'not_new';
  if (grant.until && terms.contract_date > grant.until) return 'ended';
  const { to = Infinity, below = Infinity, north_to = 0 } = grant;
  if (price <= to && price < below) return null;
  return price <= north_to ? 'north' : 'above_limit';
}

export const grantThresholds = ({ grant }: PlaceLaw): number[] =>
  grant ? [grant.amount, grant.to, grant.below].filter((value) => value !== undefined) : [];

export const schemesOf = (rules: BuyingRules, terms: PlaceTerms): Scheme[] =>
  schemeKeys.map((key) => schemeOf(rules, key, terms));

function schemeOf(rules: BuyingRules, key: SchemeKey, terms: PlaceTerms): Scheme {
  const scheme = rules.schemes[key];
  const { place, price, contract_date, area, kind } = terms;
  const isOpen = scheme.from <= contract_date && contract_date <= (scheme.until ?? contract_date);
  const cap = isOpen
    ? (scheme.caps[place].findLast(({ from }) => from <= contract_date)?.[area] ?? null)
    : null;
  const { help_to_buy } = rules.schemes;
  const isHelpToBuy = key === 'help_to_buy';
  const income_limit = isHelpToBuy && isOpen ? help_to_buy.income[terms.buyers === 2 ? 'two' : 'one'] : null;
  const reasons: SchemeReason[] = isOpen
    ? unmetConditions(terms, { cap, income_limit, isHelpToBuy })
    : ['date'];
  const isUndecided = isHelpToBuy && terms.incomes.length === 0;
  return {
    key,
    fits: reasons.length > 0 ? false : isUndecided ? null : true,
    reasons,
    price_cap: cap,
    deposit: price === undefined ? null : (price * scheme.deposit_percent) / 100,
    income_limit,
    largest_share_percent: isHelpToBuy && kind !== 'land' ? help_to_buy.share_percent[kind] : null,
    sources: sourcesOf(rules, scheme),
  };
}

interface SchemeLimits {
  cap: number | null;
  income_limit: number | null;
  isHelpToBuy: boolean;
}

function unmetConditions(terms: PlaceTerms, { cap, income_limit, isHelpToBuy }: SchemeLimits) {
  const { use, first_home, kind, price = 0, incomes } = terms;
  const conditions: [SchemeReason, boolean][] = [
    ['not_live', use !== 'live'],
    ['not_first_home', !isHelpToBuy && !first_home],
    ['land', kind === 'land'],
    ['above_cap', cap !== null && price > cap],
    ['above_income', income_limit !== null && yearlyCents(incomes) > income_limit * 100],
  ];
  return conditions.filter(([, isUnmet]) => isUnmet).map(([reason]) => reason);
}

/** The incomes of all buyers in a year, less salary sacrifice. */
const yearlyCents = (incomes: BuyingBody['incomes']): number =>
  incomes.reduce(
    (total, { income, salary_sacrifice, period }) =>
      total + (income - salary_sacrifice) * payPeriodsPerYear[period],
    0,
  );
