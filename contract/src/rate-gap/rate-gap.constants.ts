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

export interface RateGapFigures {
  average: { annual_interest_rate: number; month: string };
  gap: number;
  payment_difference: number;
  interest_difference: { first_year: number };
}

export interface LoanKind {
  purpose: LoanPurpose;
  rate_type: RateType;
}

const decimals = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
export const percentText = (rate: number): string => `${decimals.format(rate)}%`;

/** The gap in words, such as `In August 2026 new variable loans of owner-occupiers cost 6.20% on average. Yours is …`. */
export function rateGapSentence(
  { average, gap, payment_difference: payment, interest_difference: interest }: RateGapFigures,
  { purpose, rate_type }: LoanKind,
  aud: (amount: number) => string,
): string {
  const month = new Date(average.month).toLocaleDateString('en-AU', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const loans = loanTexts[purpose][rate_type];
  const cost = `In ${month} ${loans} cost ${percentText(average.annual_interest_rate)} on average.`;
  const rate = Math.round((average.annual_interest_rate + gap) * 1e6) / 1e6;
  return `${cost} Yours is ${percentText(rate)}: ${differenceText()}.`;

  function differenceText(): string {
    if (gap === 0) return 'the same';
    const points = decimals.format(Math.abs(gap));
    const [monthly, yearly] = [aud(Math.abs(payment)), aud(Math.abs(interest.first_year))];
    return gap > 0
      ? `${points} points more, ${monthly} a month, ${yearly} of interest in the first year`
      : `${points} points less, ${monthly} less a month, ${yearly} less interest in the first year`;
  }
}
