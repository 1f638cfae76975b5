import { loanLimits } from 'contract/loans/loans.constants.ts';

export const places = ['nsw', 'vic', 'qld', 'wa', 'sa', 'tas', 'act', 'nt'] as const;
export type Place = (typeof places)[number];

/** Their names within a sentence. */
export const placesInText: Readonly<Record<Place, string>> = {
  nsw: 'New South Wales',
  vic: 'Victoria',
  qld: 'Queensland',
  wa: 'Western Australia',
  sa: 'South Australia',
  tas: 'Tasmania',
  act: 'the Australian Capital Territory',
  nt: 'the Northern Territory',
};

export const areas = ['capital', 'rest'] as const;
export type Area = (typeof areas)[number];

export const homeKinds = ['established', 'new', 'land'] as const;
export type HomeKind = (typeof homeKinds)[number];

export const homeUses = ['live', 'invest'] as const;

/** What a purchase costs besides price and duty, in the order of a response. */
export const costKeys = [
  'transfer_fee',
  'mortgage_fee',
  'conveyancer',
  'inspections',
  'moving',
  'lenders_insurance',
  'other',
] as const;
export type CostKey = (typeof costKeys)[number];

export const dutyLineKeys = [
  'general',
  'principal_residence',
  'home_concession',
  'concessional',
  'owner_occupier',
  'first_home',
  'home_buyer_concession',
] as const;
export type DutyLineKey = (typeof dutyLineKeys)[number];

/** Why there is no grant; the first that applies is the reason. */
export const grantReasons = [
  'none',
  'not_live',
  'not_first_home',
  'not_new',
  'land',
  'ended',
  'north',
  'above_limit',
] as const;
export type GrantReason = (typeof grantReasons)[number];

export const schemeKeys = ['deposit_guarantee', 'help_to_buy'] as const;
export type SchemeKey = (typeof schemeKeys)[number];

export const schemeReasons = [
  'not_live',
  'not_first_home',
  'land',
  'above_cap',
  'above_income',
  'date',
] as const;
export type SchemeReason = (typeof schemeReasons)[number];

/** What limits a purchase. */
export const limitKeys = ['cash', 'income'] as const;
export type LimitKey = (typeof limitKeys)[number];

export const buyingLimits = {
  maxAmount: 1_000_000_000,
  maxPrice: 100_000_000,
  /** In percent of the price. */
  minShare: 1,
  maxShare: 100,
  defaultShare: 80,
  defaultMonths: 360,
  maxBuffer: 10,
  /** The points that are added to the rate for incomes. The Australian Prudential Regulation Authority asks lenders for them. */
  incomeBuffer: 3,
  maxBuyers: 2,
  /** Above this part of the price, in percent, lenders ask for lenders' mortgage insurance. */
  insuredAbove: 80,
} as const;

const rateUnits = 10 ** loanLimits.rateDecimals;
/** In millionths of a percent. */
export const maxRate = loanLimits.maxAnnualRatePercent * rateUnits;

/** The rate with a buffer in hundredths of a point, in millionths of a percent. */
export const bufferedRate = (annualRate: number, buffer: number): number =>
  annualRate + buffer * (rateUnits / 100);

interface TestedRate {
  annual_interest_rate?: number | undefined;
  buffer?: number | undefined;
  incomes: readonly unknown[];
}

/** The rate at which a loan is tested, in millionths of a percent. */
export function assessmentRate({ annual_interest_rate = 0, buffer, incomes }: TestedRate): number {
  const defaultBuffer = incomes.length > 0 ? buyingLimits.incomeBuffer * 100 : 0;
  return bufferedRate(annual_interest_rate, buffer ?? defaultBuffer);
}
