import { z } from 'zod';
import { oneOf } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { aud } from 'contract/loans/loan-fields.ts';
import { LoanRequest, resultResponse } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import exampleResult from './rate-gap-result.json' with { type: 'json' };
import { loanPurposes, rateGapLimits, rateTypes } from './rate-gap.constants.ts';

export const RateGapBody = z
  .strictObject({
    ...LoanRequest.shape,
    purpose: oneOf(loanPurposes).describe('Who lives in the home: its owner or a tenant.'),
    rate_type: oneOf(rateTypes).describe('`fixed` compares with new loans fixed for up to three years.'),
  })
  .meta({ id: 'RateGapRequest' });
export type RateGapBody = z.output<typeof RateGapBody>;

const averageOf = <const Loans extends string>(loans: Loans) =>
  z.object({
    annual_interest_rate: z.number().describe('In percent.'),
    decimals: z.int().describe('Those of the publisher: 6.2 stands for 6.15 to 6.25.'),
    month: z.string().describe('Such as `2026-08`.'),
    dataset: z.string().describe('The slug of the dataset.'),
    series_title: z.string(),
    vintage: z.string(),
    loans: z.literal(loans),
  });

const RateGapResult = z
  .object({
    average: averageOf('new').describe('The latest average of new loans of the kind.'),
    existing: averageOf('outstanding')
      .nullable()
      .describe('The latest average of existing loans; null for `fixed`.'),
    gap: z.number().describe('In percentage points: the rate of the loan minus the average of new loans.'),
    payment_difference: aud('The monthly payment minus the level payment at the average'),
    interest_difference: z
      .object({
        first_year: aud('The difference of the first 12 months'),
        to_end: aud('The difference of the whole term'),
      })
      .describe('The interest minus the interest at the average.'),
    verdict: z
      .enum(['above', 'near', 'below'])
      .describe(
        `\`near\` is a gap of less than ${rateGapLimits.leastGap} points, or within the rounding of the average.`,
      ),
  })
  .meta({ id: 'RateGapResult' });
export type RateGapResult = z.infer<typeof RateGapResult>;

export const compareRate = route('compareRate', {
  summary: 'Compare a loan with the average rate of new loans',
  description:
    'Returns how far the rate of a loan is from the latest average of new loans of its kind, and what the difference ' +
    'costs, exact to the cent. Returns 404 `no_average` if no average of the kind is published, and 409 ' +
    `\`average_too_old\` if the latest is more than ${rateGapLimits.maxAgeMonths} months old.`,
  body: RateGapBody,
  bodyExample: {
    total_loan_amount: 600_000,
    duration_months: 360,
    annual_interest_rate: 6.85,
    purpose: 'owner_occupier',
    rate_type: 'variable',
  },
  isCalculation: true,
  response: resultResponse(RateGapResult, exampleResult as RateGapResult, 'The loan beside the average.'),
  errors: ['no_average', 'average_too_old'],
  rateLimit: rateLimits.computation,
});
