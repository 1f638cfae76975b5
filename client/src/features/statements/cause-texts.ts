import type { DifferenceCause } from 'contract/statements/statements.constants.ts';

/** What the charges of a cause are, after their number and days. */
const causeTexts: Record<DifferenceCause, string> = {
  charged_twice: 'twice the expected interest',
  offset_ignored: 'what you would pay without your offset account',
  rate_late: 'what you would pay if the last change of the rate was applied later',
  day_more: 'what you would pay with the last day of the period counted twice',
  day_less: 'what you would pay without the last day of the period',
  other_year: 'what you would pay with another number of days in the year',
  other_rounding: 'what you would pay with another rounding',
};

export const causeText = (cause: DifferenceCause, offsetAccounts: number | undefined): string =>
  cause === 'offset_ignored' && (offsetAccounts ?? 0) > 1
    ? 'what you would pay without your offset accounts'
    : causeTexts[cause];
