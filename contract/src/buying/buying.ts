import { z } from 'zod';
import { decimal, oneOf } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { amount, aud, day, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import { incomeYear, trueOrFalse } from 'contract/take-home-pay/take-home-pay.ts';
import { payPeriods } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { noCents } from 'contract/units.ts';
import {
  areas,
  buyingLimits,
  costKeys,
  dutyLineKeys,
  grantReasons,
  homeKinds,
  homeUses,
  limitKeys,
  places,
  schemeKeys,
  schemeReasons,
} from './buying.constants.ts';
import exampleResult from './buying-result.json' with { type: 'json' };

const dollars = () => amount(0, buyingLimits.maxAmount);
const noAmount = () => optional(dollars(), noCents);
/** A percentage in hundredths. */
export const hundredths = (min: number, max: number) => decimal({ decimals: 2, min, max });

const Costs = z.strictObject({
  transfer_fee: noAmount(),
  mortgage_fee: noAmount(),
  conveyancer: noAmount(),
  inspections: noAmount(),
  moving: noAmount(),
  lenders_insurance: noAmount(),
  other: noAmount(),
} satisfies Record<(typeof costKeys)[number], z.ZodType>);
const noCosts: z.output<typeof Costs> = Costs.parse({});

const Income = z
  .strictObject({
    income: dollars().meta({
      description: "The pay of one period before tax and salary sacrifice, without the employer's super.",
    }),
    period: optional(oneOf(payPeriods), 'yearly'),
    salary_sacrifice: noAmount().meta({ description: 'The amount of one period that is paid into super.' }),
    study_loan: optional(trueOrFalse, false),
  })
  .superRefine(({ income, salary_sacrifice }, context) => {
    if (salary_sacrifice <= income) return;
    context.addIssue({
      code: 'custom',
      path: ['salary_sacrifice'],
      message: `Must be at most ${income / 100}.`,
    });
  });

const oneIncomeEach = 'Must be at most one for each buyer.';

export const BuyingBody = z
  .strictObject({
    place: optional(oneOf(places), undefined).meta({ description: 'The state or territory of the home.' }),
    price: optional(wholeNumber(1, buyingLimits.maxPrice), undefined).meta({
      description: 'The price of the home, in whole dollars.',
    }),
    contract_date: optional(day(), undefined).meta({
      description: 'The day of the contract, which decides the law. Required with `place`.',
    }),
    area: optional(oneOf(areas), areas[0]).meta({
      description:
        'Whether the home is in the capital or a regional centre that shares its price cap. Only for the price caps of the schemes.',
    }),
    kind: optional(oneOf(homeKinds), homeKinds[0]),
    use: optional(oneOf(homeUses), homeUses[0]),
    first_home: optional(trueOrFalse, false).meta({
      description:
        'Whether every buyer is a first home buyer; in the ACT, whether none of them owned property in the last 5 years.',
    }),
    buyers: optional(wholeNumber(1, buyingLimits.maxBuyers), 1),
    savings: noAmount().meta({ description: 'What the buyers have for the purchase.' }),
    largest_share_percent: optional(
      hundredths(buyingLimits.minShare, buyingLimits.maxShare),
      buyingLimits.defaultShare * 100,
    ).meta({ description: 'The largest part of the price that they would borrow, in percent.' }),
    costs: optional(Costs, noCosts),
    duty: optional(dollars(), undefined).meta({
      description:
        'The duty as a conveyancer worked it out. It replaces the calculated duty and its relief at every price.',
    }),
    grant_at_settlement: optional(trueOrFalse, true).meta({
      description: 'Whether the grant is paid in time to count as money on the day of settlement.',
    }),
    incomes: optional(z.array(Income).max(buyingLimits.maxBuyers, oneIncomeEach), []),
    income_year: optional(incomeYear, undefined).meta({
      description: 'By default the last income year with figures for study loans.',
    }),
    living_costs: optional(dollars(), undefined).meta({
      description: 'Of a month. Required with `incomes`.',
    }),
    other_debts: noAmount().meta({ description: 'The repayments of other debts in a month.' }),
    repayment: optional(dollars(), undefined).meta({
      description: 'What the buyers can pay in a month, instead of `incomes`.',
    }),
    annual_interest_rate: optional(rate(), undefined).meta({
      description: 'In percent. Required with `incomes` or `repayment`.',
    }),
    duration_months: optional(
      wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths),
      buyingLimits.defaultMonths,
    ),
    buffer: optional(hundredths(0, buyingLimits.maxBuffer), undefined).meta({
      description:
        'Points added to the rate to test the loan: by default 3 with `incomes`, and 0 with `repayment`.',
    }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const hasIncomes = body.incomes.length > 0;
    const canBorrow = hasIncomes || body.repayment !== undefined;
    if (!body.place && (body.price !== undefined || !canBorrow)) refuse('place', 'Required.');
    if (body.place && !body.contract_date) refuse('contract_date', 'Required.');
    if (body.incomes.length > body.buyers) refuse('incomes', oneIncomeEach);
    if (hasIncomes && body.repayment !== undefined) refuse('repayment', 'Must not be given with incomes.');
    if (hasIncomes && body.living_costs === undefined) refuse('living_costs', 'Required.');
    if (!canBorrow) return;
    if (body.annual_interest_rate === undefined) refuse('annual_interest_rate', 'Required.');
    else if (assessmentRate(body) > maxRate) {
      refuse('buffer', `Must keep the rate at most ${loanLimits.maxAnnualRatePercent}.`);
    }
  })
  .meta({ id: 'Buying' });
export type BuyingBody = z.output<typeof BuyingBody>;

const rateUnits = 10 ** loanLimits.rateDecimals;
/** In millionths of a percent. */
export const maxRate = loanLimits.maxAnnualRatePercent * rateUnits;

/** The rate with a buffer in hundredths of a point, in millionths of a percent. */
export const bufferedRate = (annualRate: number, buffer: number): number =>
  annualRate + buffer * (rateUnits / 100);

interface TestedRate {
  annual_interest_rate?: number | undefined;
  buffer?: number | undefined;
  incomes: readonly unknown[];
}

/** The rate at which a loan is tested, in millionths of a percent. */
export function assessmentRate({ annual_interest_rate = 0, buffer, incomes }: TestedRate): number {
  const defaultBuffer = incomes.length > 0 ? buyingLimits.incomeBuffer * 100 : 0;
  return bufferedRate(annual_interest_rate, buffer ?? defaultBuffer);
}

const Sources = z.array(
  z.object({
    name: z.string(),
    url: z.string().nullable().meta({ description: 'Null for a source without a public address.' }),
    seen: z.string(),
  }),
);
const evidence = {
  page: z.string().nullable().meta({ description: "The office's own page." }),
  sources: Sources,
};

const DutyStep = z
  .object({
    over: z.number().meta({ description: 'The value above which the band starts, AUD.' }),
    up_to: z.number().nullable().meta({ description: 'The end of the band, AUD; null for the last band.' }),
    base: aud('The duty at the start of the band'),
    rate_percent: z.number(),
    part: z.number().meta({ description: 'The value to which the rate applies, AUD.' }),
    whole: z.boolean().meta({ description: 'Whether the rate applies to the whole price.' }),
  })
  .meta({ id: 'DutyStep' });

const DutyLine = z
  .object({
    key: z.enum(dutyLineKeys),
    amount: aud('Positive for a duty, negative for a relief'),
    step: DutyStep.nullable().meta({ description: 'Null for a relief, and for a duty by formula.' }),
    section: z
      .string()
      .nullable()
      .meta({ description: 'The section of the Act; null where it was not read.' }),
    ...evidence,
  })
  .meta({ id: 'DutyLine' });

const Duty = z.object({
  amount: aud('The duty to pay'),
  entered: z.boolean().meta({ description: 'Whether the request contained it.' }),
  provisional: z.boolean().meta({ description: 'Whether the law may have changed before the contract.' }),
  note: z.string().nullable().meta({ description: 'Why it is provisional.' }),
  lines: z.array(DutyLine),
});

const Grant = z.object({
  name: z.string().nullable(),
  amount: aud('The grant'),
  counted: aud('The part that is money on the day of settlement'),
  reason: z.enum(grantReasons).nullable().meta({ description: 'Why there is none.' }),
  note: z.string().nullable(),
  ...evidence,
});

const purchaseFigures = {
  total_costs: aud('Duty and costs'),
  to_pay: aud('Price, duty and costs minus the grant that counts'),
  largest_loan_for_price: aud('The largest part of the price that would be borrowed'),
  cash_needed: aud('What must be there on the day at the least'),
  left_over: aud('Savings minus the cash needed; negative if they are short'),
  loan: aud('What to pay minus all savings'),
  loan_to_value_percent: z.number(),
  above_80_percent: z.boolean(),
  payment: aud('The monthly payment at the rate without its buffer; null without a rate').nullable(),
  affordable: z.boolean(),
  binds: z.array(z.enum(limitKeys)),
};

const Purchase = z
  .object({
    price: z.number(),
    duty: Duty,
    grant: Grant,
    costs: z.array(z.object({ key: z.enum(costKeys), amount: z.number() })),
    ...purchaseFigures,
  })
  .meta({ id: 'Purchase' });

const Scheme = z
  .object({
    key: z.enum(schemeKeys),
    fits: z.boolean().nullable().meta({ description: 'Null if incomes are needed to say.' }),
    reasons: z.array(z.enum(schemeReasons)),
    price_cap: z.number().nullable(),
    deposit: aud('The smallest deposit; null without a price').nullable(),
    income_limit: z.number().nullable(),
    largest_share_percent: z
      .number()
      .nullable()
      .meta({ description: 'The largest share that the government buys.' }),
    sources: Sources,
  })
  .meta({ id: 'BuyingScheme' });

const Borrowing = z
  .object({
    income_year: z.string().nullable(),
    incomes: z.array(
      z.object({
        gross_income: aud('The pay of the year'),
        net_income: aud('The net income of the year'),
        study_loan: aud('The compulsory repayment of the year'),
      }),
    ),
    net_per_month: aud('A twelfth of the net incomes; null with a repayment').nullable(),
    available: aud('What can be paid in a month'),
    short_by: aud('By how much living costs and debts exceed the net incomes of a month'),
    assessment_rate: z.number().meta({ description: 'The rate with its buffer, in percent.' }),
    loan: aud('The loan that it repays at that rate'),
    study_loan_takes: aud('What the loan would be more without study loans'),
  })
  .meta({ id: 'BuyingBorrowing' });

const largestOf = <Schema extends z.ZodType>(purchase: Schema) =>
  z
    .object({
      price: z.number().nullable().meta({ description: 'In whole dollars; null if no price is allowed.' }),
      binds: z
        .array(z.enum(limitKeys))
        .meta({ description: 'What fails one dollar above; empty at the largest price of a request.' }),
      purchase: purchase.nullable(),
    })
    .nullable();

export const BuyingResult = z
  .object({
    place: z.enum(places).nullable(),
    purchase: Purchase.nullable(),
    schemes: z.array(Scheme),
    borrowing: Borrowing.nullable(),
    largest: largestOf(Purchase),
  })
  .meta({ id: 'BuyingResult' });
export type BuyingResult = z.infer<typeof BuyingResult>;

const PurchaseSummary = z
  .object({
    price: z.number(),
    duty: Duty.omit({ lines: true }),
    grant: Grant.omit({ sources: true }),
    ...purchaseFigures,
  })
  .meta({ id: 'PurchaseSummary' });

export const BuyingSummary = BuyingResult.extend({
  purchase: PurchaseSummary.nullable(),
  schemes: z.array(Scheme.omit({ sources: true })),
  largest: largestOf(PurchaseSummary),
}).meta({ id: 'BuyingSummary' });

export const calculateBuying = route('calculateBuying', {
  summary: 'Calculate the purchase of a home',
  description:
    'Returns what a purchase costs line by line with its sources in law, what can be borrowed, and the largest price that ' +
    'savings and incomes allow, in whole dollars. Each part is null without its fields. The revenue office decides.',
  body: BuyingBody,
  bodyExample: { place: 'vic', price: 650_000, savings: 160_000, contract_date: '2026-11-28' },
  isCalculation: true,
  responses: {
    200: resultResponse(BuyingResult, exampleResult as BuyingResult, 'The purchase.'),
  },
  rateLimit: rateLimits.calculator,
});
