import { z } from 'zod';
import { rateLimits } from 'contract/limits.ts';
import { aud } from 'contract/loans/loan-fields.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { route } from 'contract/route.ts';
import {
  costKeys,
  dutyLineKeys,
  grantReasons,
  limitKeys,
  places,
  schemeKeys,
  schemeReasons,
} from './buying.constants.ts';
import { BuyingBody } from './buying-fields.ts';
import exampleResult from './buying-result.json' with { type: 'json' };

const Sources = z.array(
  z.object({
    name: z.string(),
    url: z.string().nullable().describe('Null for a source without a public address.'),
    seen: z.string(),
  }),
);
const evidence = {
  page: z.string().nullable().describe("The office's own page."),
  sources: Sources,
};

const DutyStep = z
  .object({
    over: z.number().describe('The value above which the band starts, AUD.'),
    up_to: z.number().nullable().describe('The end of the band, AUD; null for the last band.'),
    base: aud('The duty at the start of the band'),
    rate_percent: z.number(),
    part: z.number().describe('The value to which the rate applies, AUD.'),
    whole: z.boolean().describe('Whether the rate applies to the whole price.'),
  })
  .meta({ id: 'DutyStep' });

const DutyLine = z
  .object({
    key: z.enum(dutyLineKeys),
    amount: aud('Positive for a duty, negative for a relief'),
    step: DutyStep.nullable().describe('Null for a relief, and for a duty by formula.'),
    section: z.string().nullable().describe('The section of the Act; null where it was not read.'),
    ...evidence,
  })
  .meta({ id: 'DutyLine' });

const Duty = z.object({
  amount: aud('The duty to pay'),
  entered: z.boolean().describe('Whether the request contained it.'),
  provisional: z.boolean().describe('Whether the law may have changed before the contract.'),
  note: z.string().nullable().describe('Why it is provisional.'),
  lines: z.array(DutyLine),
});

const Grant = z.object({
  name: z.string().nullable(),
  amount: aud('The grant'),
  counted: aud('The part that is money on the day of settlement'),
  reason: z.enum(grantReasons).nullable().describe('Why there is none.'),
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
    fits: z.boolean().nullable().describe('Null if incomes are needed to say.'),
    reasons: z.array(z.enum(schemeReasons)),
    price_cap: z.number().nullable(),
    deposit: aud('The smallest deposit; null without a price').nullable(),
    income_limit: z.number().nullable(),
    largest_share_percent: z.number().nullable().describe('The largest share that the government buys.'),
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
    assessment_rate: z.number().describe('The rate with its buffer, in percent.'),
    loan: aud('The loan that it repays at that rate'),
    study_loan_takes: aud('What the loan would be more without study loans'),
  })
  .meta({ id: 'BuyingBorrowing' });

const largestOf = <Schema extends z.ZodType>(purchase: Schema) =>
  z
    .object({
      price: z.number().nullable().describe('In whole dollars; null if no price is allowed.'),
      binds: z
        .array(z.enum(limitKeys))
        .describe('What fails one dollar above; empty at the largest price of a request.'),
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
  response: resultResponse(BuyingResult, exampleResult as BuyingResult, 'The purchase.'),
  rateLimit: rateLimits.calculator,
});
