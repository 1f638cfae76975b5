import type { BuyingResult } from 'contract/buying/buying.ts';
import type {
  CostKey,
  DutyLineKey,
  GrantReason,
  LimitKey,
  SchemeKey,
  SchemeReason,
} from 'contract/buying/buying.constants.ts';

export const lineTexts: Readonly<Record<DutyLineKey, string>> = {
  general: 'Duty',
  principal_residence: 'Duty, principal residence',
  home_concession: 'Duty, home concession',
  concessional: 'Duty, concessional rate',
  owner_occupier: 'Duty, owner-occupier',
  first_home: 'First home relief',
  home_buyer_concession: 'Home buyer concession',
};

export const costTexts: Readonly<Record<CostKey, string>> = {
  transfer_fee: 'Transfer fee',
  mortgage_fee: 'Mortgage registration',
  conveyancer: 'Conveyancer',
  inspections: 'Inspections',
  moving: 'Moving',
  lenders_insurance: 'Lenders’ mortgage insurance',
  other: 'Other costs',
};

export const grantReasonTexts: Readonly<Record<GrantReason, string>> = {
  none: 'This place has no first home owner grant.',
  not_live: 'The grant is for a home that its buyers live in.',
  not_first_home: 'The grant is for first home buyers.',
  not_new: 'The grant is for new homes.',
  land: 'There is no grant for the land alone.',
  ended: 'The grant has ended before this contract.',
  north: 'At this price the grant is paid only north of the 26th parallel.',
  above_limit: 'The price is above the limit of the grant.',
};

export const schemeTexts: Readonly<Record<SchemeKey, string>> = {
  deposit_guarantee: '5% Deposit Scheme',
  help_to_buy: 'Help to Buy',
};

export const schemeReasonTexts: Readonly<Record<SchemeReason, string>> = {
  not_live: 'it is for a home that its buyers live in',
  not_first_home: 'it is for first home buyers',
  land: 'it is not for land alone',
  above_cap: 'the price is above the cap',
  above_income: 'the incomes are above its limit',
  date: 'it is not open on the day of this contract',
};

/** What a loan is repaid from. */
export const sourceOf = (borrowing: BuyingResult['borrowing']): string =>
  borrowing && borrowing.incomes.length === 0 ? 'payment' : 'income';

/** What fails one dollar above the largest price. */
export function bindsText(
  binds: readonly LimitKey[],
  borrowing: BuyingResult['borrowing'],
  isLet: boolean,
): string {
  const source = sourceOf(borrowing);
  const rent = isLet && source === 'income' ? ' Rent is not counted.' : '';
  if (binds.length === 2) return `Cash and ${source} bind at the same dollar.${rent}`;
  if (binds[0] === 'cash') return 'Your cash binds.';
  return binds[0] === 'income'
    ? `Your ${source} binds.${rent}`
    : 'This is the largest price of the calculator.';
}
