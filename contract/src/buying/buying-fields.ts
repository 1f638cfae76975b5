import { z } from 'zod';
import { decimal, oneOf } from 'contract/fields.ts';
import { amount, day, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { incomeYear, Pay, trueOrFalse } from 'contract/take-home-pay/take-home-pay.ts';
import { messages } from 'contract/texts.ts';
import { noCents } from 'contract/units.ts';
import {
  areas,
  assessmentRate,
  buyingLimits,
  type costKeys,
  homeKinds,
  homeUses,
  maxRate,
  places,
} from './buying.constants.ts';

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

const oneIncomeEach = 'Must be at most one for each buyer.';

export const BuyingBody = z
  .strictObject({
    place: optional(oneOf(places), undefined).describe('The state or territory of the home.'),
    price: optional(wholeNumber(1, buyingLimits.maxPrice), undefined).describe(
      'The price of the home, in whole dollars.',
    ),
    contract_date: optional(day(), undefined).describe(
      'The day of the contract, which decides the law. Required with `place`.',
    ),
    area: optional(oneOf(areas), areas[0]).describe(
      'Whether the home is in the capital or a regional centre that shares its price cap. Only for the price caps of the schemes.',
    ),
    kind: optional(oneOf(homeKinds), homeKinds[0]),
    use: optional(oneOf(homeUses), homeUses[0]),
    first_home: optional(trueOrFalse, false).describe(
      'Whether every buyer is a first home buyer; in the ACT, whether none of them owned property in the last 5 years.',
    ),
    buyers: optional(wholeNumber(1, buyingLimits.maxBuyers), 1),
    savings: noAmount().describe('What the buyers have for the purchase.'),
    largest_share_percent: optional(
      hundredths(buyingLimits.minShare, buyingLimits.maxShare),
      buyingLimits.defaultShare * 100,
    ).describe('The largest part of the price that they would borrow, in percent.'),
    costs: optional(Costs, noCosts),
    duty: optional(dollars(), undefined).describe(
      'The duty as a conveyancer worked it out. It replaces the calculated duty and its relief at every price.',
    ),
    grant_at_settlement: optional(trueOrFalse, true).describe(
      'Whether the grant is paid in time to count as money on the day of settlement.',
    ),
    incomes: optional(
      z.array(Pay, { error: 'Must be a list of pays.' }).max(buyingLimits.maxBuyers, oneIncomeEach),
      [],
    ),
    income_year: optional(incomeYear, undefined).describe(
      'By default the last income year with figures for study loans.',
    ),
    living_costs: optional(dollars(), undefined).describe('Of a month. Required with `incomes`.'),
    other_debts: noAmount().describe('The repayments of other debts in a month.'),
    repayment: optional(dollars(), undefined).describe(
      'What the buyers can pay in a month, instead of `incomes`.',
    ),
    annual_interest_rate: optional(rate(), undefined).describe(
      'In percent. Required with `incomes` or `repayment`.',
    ),
    duration_months: optional(
      wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths),
      buyingLimits.defaultMonths,
    ),
    buffer: optional(hundredths(0, buyingLimits.maxBuffer), undefined).describe(
      'Points added to the rate to test the loan: by default 3 with `incomes`, and 0 with `repayment`.',
    ),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const hasIncomes = body.incomes.length > 0;
    const canBorrow = hasIncomes || body.repayment !== undefined;
    if (!body.place && (body.price !== undefined || !canBorrow)) refuse('place', messages.required);
    if (body.place && !body.contract_date) refuse('contract_date', messages.required);
    if (body.incomes.length > body.buyers) refuse('incomes', oneIncomeEach);
    if (hasIncomes && body.repayment !== undefined) refuse('repayment', 'Must not be given with incomes.');
    if (hasIncomes && body.living_costs === undefined) refuse('living_costs', messages.required);
    if (!canBorrow) return;
    if (body.annual_interest_rate === undefined) refuse('annual_interest_rate', messages.required);
    else if (assessmentRate(body) > maxRate) {
      refuse('buffer', `Must keep the rate at most ${loanLimits.maxAnnualRatePercent}.`);
    }
  })
  .meta({ id: 'Buying' });
export type BuyingBody = z.output<typeof BuyingBody>;
