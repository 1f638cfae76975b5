import { decimalFormat, formatLongMonth, formatShortRate, formatWholeAud } from 'contract/formats.ts';
export const loanPurposes = ['owner_occupier', 'investor'] as const;
export type LoanPurpose = (typeof loanPurposes)[number];

export const rateTypes = ['variable', 'fixed'] as const;
export type RateType = (typeof rateTypes)[number];

export const rateGapLimits = {
  /** An average is compared until the end of this many months after its own. */
  maxAgeMonths: 7,
  /** In percentage points. A smaller gap is near the average. */
  leastGap: 0.1,
} as const;

export const rateGapMessages = {
  noAverage: 'There is no average rate for this kind of loan.',
  averageTooOld: `The latest average rate for this kind of loan is more than ${rateGapLimits.maxAgeMonths} months old.`,
} as const;

/** Always beside the sentence of a gap. */
export const averageIgnores =
  'An average ignores how much you borrow against your home’s value, fixed terms and fees. It is not an offer and not advice.';

/** The loans of an average, as in `new variable loans of owner-occupiers`. */
const loanTexts: Record<LoanPurpose, Record<RateType, string>> = {
  owner_occupier: {
    variable: 'new variable loans of owner-occupiers',
    fixed: 'new loans of owner-occupiers fixed for up to three years',
  },
  investor: {
    variable: 'new variable loans of investors',
    fixed: 'new loans of investors fixed for up to three years',
  },
};

/** With one decimal, 6.2 stands for 6.15 to 6.25. */
interface RoundedAverage {
  annual_interest_rate: number;
  /** Those of the publisher. */
  decimals: number;
}

export interface RateGapFigures {
  average: RoundedAverage & { month: string };
  gap: number;
  payment_difference: number;
  interest_difference: { first_year: number };
}

export interface LoanKind {
  purpose: LoanPurpose;
  rate_type: RateType;
}

/** Whether a gap in points is at most half of the last published decimal. */
export const isWithinRounding = (gap: number, { decimals }: RoundedAverage): boolean =>
  Math.abs(gap) <= 0.5 / 10 ** decimals;

const withDecimals = (number: number, decimals: number): string => decimalFormat(decimals).format(number);

/** An average as it is published, such as `6.0%`. */
export const averageText = ({ annual_interest_rate: rate, decimals }: RoundedAverage): string =>
  `${withDecimals(rate, decimals)}%`;

/** A gap in points with the decimals of the average, such as `0.7`. */
export const pointsText = (gap: number, { decimals }: RoundedAverage): string =>
  withDecimals(Math.abs(gap), decimals);

/** Dollars that a gap makes, with the digits that the rounding of the average leaves: one is the width of their range or less. */
function dollarsText(dollars: number, gap: number, { decimals }: RoundedAverage): string {
  const amount = Math.abs(dollars);
  const range = amount / (Math.abs(gap) * 10 ** decimals);
  const digit = range < 1 ? 1 : 10 ** Math.floor(Math.log10(range));
  return formatWholeAud(Math.round(amount / digit) * digit);
}

/** The gap in words, such as `In August 2026 new variable loans of owner-occupiers cost 6.2% on average. Yours is …`. */
export function rateGapSentence(
  { average, gap, payment_difference: payment, interest_difference: interest }: RateGapFigures,
  { purpose, rate_type }: LoanKind,
): string {
  const loans = loanTexts[purpose][rate_type];
  const cost = `In ${formatLongMonth(average.month)} ${loans} cost ${averageText(average)} on average.`;
  const rate = Math.round((average.annual_interest_rate + gap) * 1e6) / 1e6;
  return `${cost} Yours is ${formatShortRate(rate)}: ${differenceText()}.`;

  function differenceText(): string {
    if (isWithinRounding(gap, average)) return 'about the same';
    const points = pointsText(gap, average);
    const [monthly, yearly] = [payment, interest.first_year].map((amount) =>
      dollarsText(amount, gap, average),
    );
    return gap > 0
      ? `about ${points} points more, about ${monthly} a month, about ${yearly} of interest in the first year`
      : `about ${points} points less, about ${monthly} less a month, about ${yearly} less interest in the first year`;
  }
}
