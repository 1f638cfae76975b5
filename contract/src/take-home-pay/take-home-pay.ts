import { z } from 'zod';
import { oneOf, requiredOr } from 'contract/fields.ts';
import { formatNumber } from 'contract/formats.ts';
import { rateLimits } from 'contract/limits.ts';
import { amount, aud, optional } from 'contract/loans/loan-fields.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { listOf } from 'contract/responses.ts';
import { notModified, route } from 'contract/route.ts';
import { noCents } from 'contract/units.ts';
import { payLimits, payPeriods, taxLineKeys } from './take-home-pay.constants.ts';
import exampleResult from './take-home-pay-result.json' with { type: 'json' };

/** Only the format is validated here, because the server's data determines which years have figures. */
export const incomeYear = z
  .string({ error: requiredOr('Must be an income year.') })
  .regex(/^\d{4}-\d{2}$/, 'Must be an income year, such as 2025-26.');

export const trueOrFalse = z.boolean();

/** The pay of one person. */
export const Pay = z
  .strictObject({
    income: amount(0, payLimits.maxIncome).describe(
      "The pay of one period before tax and salary sacrifice, without the employer's super.",
    ),
    period: optional(oneOf(payPeriods), 'yearly'),
    salary_sacrifice: optional(amount(0, payLimits.maxIncome), noCents).describe(
      'The amount of one period that is paid into super.',
    ),
    study_loan: optional(trueOrFalse, false).describe(
      'Whether the employee repays HELP or another study or training loan.',
    ),
  })
  .superRefine(({ income, salary_sacrifice }, context) => {
    if (salary_sacrifice <= income) return;
    const message = `Must be at most ${formatNumber(income / 100)}.`;
    context.addIssue({ code: 'custom', path: ['salary_sacrifice'], message });
  });

export const TakeHomePayBody = Pay.safeExtend({
  income_year: optional(incomeYear, undefined).describe(
    'By default the last income year with figures for study loans.',
  ),
  standard_deduction: optional(trueOrFalse, true).describe(
    'Whether to deduct the standard amount for expenses of work, in the income years that have one. ' +
      'Set it to false if the employee deducts actual expenses instead.',
  ),
  compare_year: optional(incomeYear, undefined).describe('An income year to compare with.'),
}).meta({ id: 'TakeHomePay' });
export type TakeHomePayBody = z.output<typeof TakeHomePayBody>;

const percent = z.number().describe('In percent.');

const TaxStep = z
  .object({
    over: z.number().describe('The amount above which the step starts, AUD.'),
    up_to: z.number().nullable().describe('The end of the step, AUD; null for the last step.'),
    base: aud('The tax at the start of the step'),
    rate_percent: percent,
    part: z.number().describe('The amount to which the rate applies, AUD.'),
    amount: aud('The base plus the rate of the part, at least 0'),
  })
  .meta({ id: 'TaxStep' });

const evidence = {
  provisional: z.boolean().describe('Whether the figures may still change.'),
  sources: z.array(z.object({ name: z.string(), url: z.string(), seen: z.string() })),
  note: z.string().optional().describe('Why provisional figures may still change.'),
};

const TaxLine = z
  .object({
    key: z.enum(taxLineKeys),
    amount: aud('Positive for a tax, negative for an offset'),
    steps: z.array(TaxStep),
    ...evidence,
  })
  .meta({ id: 'TaxLine' });

const yearFigures = {
  income_year: z.string(),
  gross_income: aud('The pay of the year'),
  salary_sacrifice: aud('The salary sacrifice of the year'),
  taxable_income: aud('The taxable income in whole dollars'),
  repayment_income: aud('The repayment income in whole dollars, or null without a study loan').nullable(),
  lines: z.array(TaxLine),
  total_tax: aud('The sum of the lines'),
  net_income: aud('The pay minus salary sacrifice and tax'),
  net_per: z.object({
    yearly: aud('The net income of a year'),
    monthly: aud('The net income of a month'),
    fortnightly: aud('The net income of a fortnight'),
    weekly: aud('The net income of a week'),
  }),
  average_rate_percent: z
    .number()
    .nullable()
    .describe('The tax in percent of the pay minus sacrifice, to 2 decimals; null if that is 0.'),
  marginal_rate_percent: z
    .number()
    .describe('The tax on one more dollar of taxable income, in percent, before rounding.'),
  next: z
    .array(z.object({ added: aud('Additional pay of the year'), kept: aud('Additional net income') }))
    .describe('`kept` is negative if the additional pay crosses a costly threshold.'),
};

// Optional fields come last, as the serializer of responses writes them.
const deduction = {
  standard_deduction: z
    .object({ amount: aud('What is deducted from income from work, at most that income'), ...evidence })
    .optional()
    .describe('Absent if the income year has none, or the request excludes it.'),
};

export const TakeHomePayResult = z
  .object({
    ...yearFigures,
    comparison: z
      .object({
        ...yearFigures,
        net_difference: aud('Net income of `income_year` minus that of this year'),
        ...deduction,
      })
      .nullable(),
    ...deduction,
  })
  .meta({ id: 'TakeHomePayResult' });

export type TakeHomePayResult = z.infer<typeof TakeHomePayResult>;

export const calculateTakeHomePay = route('calculateTakeHomePay', {
  summary: 'Calculate take-home pay',
  description:
    'Returns each line of tax with its steps and sources, and the effect of additional pay, for an Australian resident for ' +
    'the whole income year with the full tax-free threshold, without dependants, exemptions, surcharge or other offsets. ' +
    "The figures are the year's assessment, not the employer's withholding.",
  body: TakeHomePayBody,
  bodyExample: { income: 29_000, income_year: '2024-25' },
  isCalculation: true,
  response: resultResponse(TakeHomePayResult, exampleResult as TakeHomePayResult, 'The take-home pay.'),
  rateLimit: rateLimits.calculator,
});

const SurchargeTiers = z
  .array(z.object({ from: aud('The lowest income of the tier'), percent }))
  .meta({ id: 'SurchargeTiers' });

const TaxYear = z
  .object({
    income_year: z.string(),
    study_loan: z.boolean().describe('Whether the year has figures for study loans.'),
    standard_deduction: z.boolean().describe('Whether the year has a standard deduction.'),
    provisional: z.boolean().describe('Whether any figures of the year are provisional.'),
    surcharge: z
      .object({ singles: SurchargeTiers, families: SurchargeTiers })
      .nullable()
      .describe(
        'Null for a year whose tiers are not known. The Medicare levy surcharge of people without private hospital cover, which no calculation includes. ' +
          'The tiers of a family begin $1,500 later for each child after the first.',
      ),
  })
  .meta({ id: 'HeldTaxYear' });

const exampleYear = {
  income_year: '2026-27',
  study_loan: true,
  standard_deduction: true,
  provisional: true,
  surcharge: {
    singles: [{ from: 105_001, percent: 1 }],
    families: [{ from: 210_001, percent: 1 }],
  },
};

export const listTaxYears = route('listTaxYears', {
  summary: 'List the income years with tax figures',
  responses: {
    200: listOf(TaxYear, exampleYear, 'Oldest first.'),
    304: notModified,
  },
});
