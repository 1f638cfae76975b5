import { expect, it } from 'vitest';
import { rateGapSentence } from './rate-gap.constants.ts';

const average = { annual_interest_rate: 6.2, decimals: 1, month: '2026-08' };
const figures = (gap: number, payment: number, first_year: number) => ({
  average,
  gap,
  payment_difference: payment,
  interest_difference: { first_year },
});
const owner = { purpose: 'owner_occupier', rate_type: 'variable' } as const;

it.each([
  [
    figures(0.65, 249.21, 2963.08),
    owner,
    'In August 2026 new variable loans of owner-occupiers cost 6.2% on average. Yours is 6.85%: about 0.7 points more, about $250 a month, about $3,000 of interest in the first year.',
  ],
  [
    figures(-0.075, -28.5, -440.2),
    { ...owner, purpose: 'investor' } as const,
    'In August 2026 new variable loans of investors cost 6.2% on average. Yours is 6.125%: about 0.1 points less, about $30 less a month, about $400 less interest in the first year.',
  ],
  [
    figures(0, 0, 0),
    { ...owner, rate_type: 'fixed' } as const,
    'In August 2026 new loans of owner-occupiers fixed for up to three years cost 6.2% on average. Yours is 6.2%: about the same.',
  ],
  [
    { ...figures(0.05, 19.3, 300), average: { ...average, annual_interest_rate: 6 } },
    owner,
    'In August 2026 new variable loans of owner-occupiers cost 6.0% on average. Yours is 6.05%: about the same.',
  ],
  [
    { ...figures(0.4, 154.2, 2400), average: { ...average, annual_interest_rate: 6 } },
    owner,
    'In August 2026 new variable loans of owner-occupiers cost 6.0% on average. Yours is 6.4%: about 0.4 points more, about $150 a month, about $2,400 of interest in the first year.',
  ],
])(
  'a gap is one sentence of two rates and their difference, with the digits that the rounding of the average leaves',
  (gap, kind, sentence) => {
    expect(rateGapSentence(gap, kind)).toBe(sentence);
  },
);
