/** The status of a charge in words. */
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import type { DifferenceCause } from 'contract/statements/statements.constants.ts';
import { isWithoutOffset, mayBeRight } from 'engine/statements/supported-result.ts';
import { hasUnknownRate } from './unchecked-charges.ts';

const statusTexts: Record<Charge['status'], string> = {
  explained: 'Explained',
  differs: 'Differs',
  not_checked: 'Not checked',
};
const reasonTexts: Record<NonNullable<Charge['reason']>, string> = {
  start: 'start unknown',
  balance: 'a row is missing',
  gap: 'a charge is missing',
  rate_unknown: 'rate unknown',
};
/** A cause as the status of a charge, and what the charges of it are, after their number and days. */
const causeTexts: Record<DifferenceCause, readonly [status: string, what: string]> = {
  charged_twice: ['charged twice', 'twice the expected interest'],
  offset_ignored: ['offset ignored', 'what you would pay without your offset account'],
  rate_late: ['rate applied late', 'what you would pay if the last change of the rate was applied later'],
  day_more: ['a day more', 'what you would pay with the last day of the period counted twice'],
  day_less: ['a day less', 'what you would pay without the last day of the period'],
  other_year: ['another year', 'what you would pay with another number of days in the year'],
  other_rounding: ['another rounding', 'what you would pay with another rounding'],
};

export const causeText = (cause: DifferenceCause, offsetAccounts = 0): string =>
  causeTexts[cause][1] + (cause === 'offset_ignored' && offsetAccounts > 1 ? 's' : '');

export function statusText(row: Charge): string {
  if (isWithoutOffset(row)) return 'As without the offset account';
  if (mayBeRight(row)) return 'Differs, may be right';
  const { status, reason, cause } = row;
  const isResting = status === 'not_checked' && reason === null;
  const isCorrected = reason === 'rate_unknown' && !hasUnknownRate(row);
  const why = isResting
    ? 'not proven'
    : isCorrected
      ? 'a correction follows'
      : reason
        ? reasonTexts[reason]
        : cause && causeTexts[cause][0];
  return why ? `${statusTexts[status]}: ${why}` : statusTexts[status];
}
