import { z } from 'zod';
import { bufferedRate, buyingLimits, maxRate } from 'contract/buying/buying.constants.ts';
import { hundredths } from 'contract/buying/buying-fields.ts';
import { decimal, oneOf, requiredOr } from 'contract/fields.ts';
import { formatNumber } from 'contract/formats.ts';
import { rateLimits } from 'contract/limits.ts';
import { amount, aud, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import { incomeYear } from 'contract/take-home-pay/take-home-pay.ts';
import { payLimits } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { noCents } from 'contract/units.ts';
import { alternatives, studyLoanLimits } from './study-loan.constants.ts';
import exampleResult from './study-loan-result.json' with { type: 'json' };

const { maxBalance, maxYears, maxGrowth, maxIndexation } = studyLoanLimits;
const growth = () => hundredths(0, maxGrowth);
const yearsText = `Must be a list of 1 to ${maxYears} amounts.`;

export const StudyLoanBody = z
  .strictObject({
    balance: amount(0.01, maxBalance).describe('What is owed now.'),
    not_yet_indexed: optional(amount(0, maxBalance), noCents).describe(
      'The part of it that will be younger than 11 months on the next 1 June.',
    ),
    incomes: z
      .array(amount(0, payLimits.maxIncome), { error: requiredOr(yearsText) })
      .min(1, yearsText)
      .max(maxYears, yearsText)
      .describe('The yearly pay before tax in the first income year and in those after it.'),
    income_growth: optional(growth(), 0).describe(
      'By how many percent the pay grows in each year after the last of `incomes`.',
    ),
    threshold_growth: optional(growth(), undefined).describe(
      'By how many percent the thresholds grow in years without figures. By default that of the pay.',
    ),
    first_year: optional(incomeYear, undefined).describe(
      'The income year of the next 1 June. By default the last year with figures for study loans.',
    ),
    indexation: optional(decimal({ decimals: 1, min: 0, max: maxIndexation }), undefined).describe(
      'The expected indexation of each 1 June in percent. By default the last that was published.',
    ),
    voluntary: optional(amount(0, maxBalance), noCents).describe('What is paid before the next 1 June.'),
    alternative: optional(oneOf(alternatives), undefined).describe(
      'Where the voluntary payment could go instead.',
    ),
    alternative_rate: optional(rate(), undefined),
    annual_interest_rate: optional(rate(), undefined).describe(
      'The rate of a home loan, for what the study loan takes from borrowing.',
    ),
    duration_months: optional(
      wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths),
      buyingLimits.defaultMonths,
    ),
    buffer: optional(hundredths(0, buyingLimits.maxBuffer), buyingLimits.incomeBuffer * 100),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const indexed = body.balance - body.not_yet_indexed;
    if (indexed < 0) refuse('not_yet_indexed', `Must be at most ${formatNumber(body.balance / 100)}.`);
    else if (body.voluntary > indexed) refuse('voluntary', `Must be at most ${formatNumber(indexed / 100)}.`);
    if (body.alternative && body.alternative_rate === undefined) refuse('alternative_rate', 'Required.');
    if (!body.alternative && body.alternative_rate !== undefined) refuse('alternative', 'Required.');
    const { annual_interest_rate: annualRate } = body;
    if (annualRate !== undefined && bufferedRate(annualRate, body.buffer) > maxRate) {
      refuse('buffer', `Must keep the rate at most ${loanLimits.maxAnnualRatePercent}.`);
    }
  })
  .meta({ id: 'StudyLoan' });
export type StudyLoanBody = z.output<typeof StudyLoanBody>;

const StudyLoanYear = z
  .object({
    income_year: z.string(),
    opening: aud('What is owed at the start'),
    voluntary: aud('What is paid before 1 June'),
    indexation: aud('What 1 June adds'),
    income: aud('The pay of the year'),
    repayment_income: z.number().describe('In whole dollars.'),
    compulsory: aud('The compulsory repayment, which is assessed after 30 June'),
    closing: aud('What is owed after it'),
    projected: z.boolean().describe('Whether the year has no figures of the law yet.'),
  })
  .meta({ id: 'StudyLoanYear' });

export const StudyLoanResult = z
  .object({
    rows: z.array(StudyLoanYear),
    ends_in: z.string().nullable().describe(`Null if the loan does not end within ${maxYears} years.`),
    total_indexation: aud('The sum of the indexation'),
    total_compulsory: aud('The sum of the compulsory repayments'),
    paying_early: z
      .object({
        indexation_saved_first: aud('What the next 1 June adds less'),
        indexation_saved: aud('What is added less in all'),
        years_sooner: z.number().nullable().describe('Null if the loan would not end.'),
        alternative: z
          .object({
            kind: z.enum(alternatives),
            tax_percent: z.number().describe('The tax on the interest of savings.'),
            keeping: aud('What the payment is worth when the loan would end, if it is kept'),
            paying: aud('What the repayments that it saves are worth then'),
            difference: aud('`paying` minus `keeping`'),
            better: z.enum(['pay', 'keep', 'equal']),
          })
          .nullable(),
      })
      .nullable()
      .describe('Compared with the same loan without the voluntary payment; null without one.'),
    borrowing: z
      .object({
        per_month: aud('A twelfth of the first compulsory repayment'),
        assessment_rate: z.number().describe('The rate with its buffer, in percent.'),
        loan: aud('The home loan that this would repay'),
      })
      .nullable(),
  })
  .meta({ id: 'StudyLoanResult' });
export type StudyLoanResult = z.infer<typeof StudyLoanResult>;

export const calculateStudyLoan = route('calculateStudyLoan', {
  summary: 'Calculate a study loan',
  description:
    'Returns indexation and compulsory repayments of each income year until a HELP or another study or training loan ends, and ' +
    'whether paying before 1 June is better than keeping the money.',
  body: StudyLoanBody,
  bodyExample: { balance: 30_000, incomes: [91_000], income_growth: 3 },
  isCalculation: true,
  response: resultResponse(StudyLoanResult, exampleResult as StudyLoanResult, 'The study loan.'),
  rateLimit: rateLimits.calculator,
});
