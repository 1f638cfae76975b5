import { z } from 'zod';
import { oneOf, requiredOr } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { amount, aud, optional } from 'contract/loans/loan-fields.ts';
import { calculated } from 'contract/loans/loans.ts';
import { listOf } from 'contract/responses.ts';
import { notModified, route } from 'contract/route.ts';
import { payLimits, payPeriods, taxLineKeys } from './take-home-pay.constants.ts';
import exampleResult from './take-home-pay-result.json' with { type: 'json' };

/** Only the format is validated here, because the server's data determines which years have figures. */
const incomeYear = z
  .string({ error: requiredOr('Must be an income year.') })
  .regex(/^\d{4}-\d{2}$/, 'Must be an income year, such as 2025-26.');

export const TakeHomePayBody = z
  .strictObject({
    income: amount(0, payLimits.maxIncome).meta({
      description: "Pay of one period before tax and sacrifice, without the employer's super.",
    }),
    period: optional(oneOf(payPeriods), 'yearly'),
    income_year: optional(incomeYear, undefined).meta({
      description: 'By default the latest income year with tax figures.',
    }),
    salary_sacrifice: optional(amount(0, payLimits.maxIncome), 0).meta({
      description: 'Paid to super, of one period.',
    }),
    study_loan: optional(z.boolean({ error: requiredOr('Must be true or false.') }), false).meta({
      description: 'HELP and the other study and training loans.',
    }),
    compare_year: optional(incomeYear, undefined).meta({ description: 'Another income year.' }),
  })
  .superRefine(({ income, salary_sacrifice }, context) => {
    if (salary_sacrifice <= income) return;
    const message = `Must be at most ${income / 100}.`;
    context.addIssue({ code: 'custom', path: ['salary_sacrifice'], message });
  })
  .meta({ id: 'TakeHomePay' });

const percent = z.number().meta({ description: 'In percent.' });

const TaxStep = z
  .object({
    over: z.number().meta({ description: 'AUD; the step starts above this.' }),
    up_to: z.number().nullable().meta({ description: 'AUD; null where it has no end.' }),
    base: aud('What is due at the start of the step'),
    rate_percent: percent,
    part: z.number().meta({ description: 'AUD; what the rate is applied to.' }),
    amount: aud('Base and rate of the part, at least 0'),
  })
  .meta({ id: 'TaxStep' });

const TaxLine = z
  .object({
    key: z.enum(taxLineKeys),
    amount: aud('Positive where it is paid, negative where it is taken off'),
    steps: z.array(TaxStep),
    provisional: z
      .boolean()
      .meta({ description: 'As enacted; usually changed later for a year that has passed.' }),
    sources: z.array(z.object({ name: z.string(), url: z.string(), seen: z.string() })),
  })
  .meta({ id: 'TaxLine' });

const yearFigures = {
  income_year: z.string(),
  gross_income: aud('Pay of the year'),
  salary_sacrifice: aud('Salary sacrifice of the year'),
  taxable_income: aud('In whole dollars'),
  repayment_income: aud('In whole dollars, or null without a study loan').nullable(),
  lines: z.array(TaxLine),
  total_tax: aud('Sum of the lines'),
  net_income: aud('Pay less sacrifice and tax'),
  net_per: z.object({
    yearly: aud('Net income of a year'),
    monthly: aud('Net income of a month'),
    fortnightly: aud('Net income of a fortnight'),
    weekly: aud('Net income of a week'),
  }),
  average_rate_percent: z.number().nullable().meta({
    description: 'Tax in percent of pay less sacrifice, to 2 decimals; null where that is 0.',
  }),
  marginal_rate_percent: z.number().meta({
    description: 'What one more dollar of taxable income costs, in percent, before rounding.',
  }),
  next: z
    .array(z.object({ added: aud('More pay in the year'), kept: aud('Net part of that pay') }))
    .meta({ description: 'Negative on a cliff of the law.' }),
};

export const TakeHomePayResult = z
  .object({
    ...yearFigures,
    comparison: z
      .object({ ...yearFigures, net_difference: aud('Net income of `income_year` less that of this year') })
      .nullable(),
  })
  .meta({ id: 'TakeHomePayResult' });

export type TakeHomePayResult = z.infer<typeof TakeHomePayResult>;

export const calculateTakeHomePay = route('calculateTakeHomePay', {
  summary: 'Calculate take-home pay',
  description:
    'For an Australian resident for the whole income year with the full tax-free threshold, without dependants, ' +
    'exemptions, surcharge or other offsets: each line of tax with its steps and sources, and what more pay leaves. ' +
    "The year's assessment, not the employer's withholding.",
  body: TakeHomePayBody,
  bodyExample: { income: 29_000, income_year: '2024-25' },
  isCalculation: true,
  responses: {
    200: calculated(TakeHomePayResult, exampleResult as TakeHomePayResult, 'The pay of the year.'),
  },
  rateLimit: rateLimits.calculator,
});

const TaxYear = z
  .object({
    income_year: z.string(),
    study_loan: z.boolean().meta({ description: 'Whether the year has figures for study loans.' }),
    provisional: z.boolean().meta({ description: 'Whether any line is provisional.' }),
  })
  .meta({ id: 'HeldTaxYear' });

export const listTaxYears = route('listTaxYears', {
  summary: 'List the income years with tax figures',
  responses: {
    200: listOf(TaxYear, { income_year: '2025-26', study_loan: true, provisional: true }, 'Oldest first.'),
    304: notModified,
  },
});
