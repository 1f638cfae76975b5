import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
/** The status of a charge in words. */
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
const shortCauses: Record<DifferenceCause, string> = {
  charged_twice: 'charged twice',
  offset_ignored: 'offset ignored',
  rate_late: 'rate applied late',
  day_more: 'a day more',
  day_less: 'a day less',
  other_year: 'another year',
  other_rounding: 'another rounding',
};

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
        : cause && shortCauses[cause];
  return why ? `${statusTexts[status]}: ${why}` : statusTexts[status];
}
