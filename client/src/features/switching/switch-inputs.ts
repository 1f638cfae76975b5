import type { Input } from '#api/call.ts';
import type { FieldPath } from 'react-hook-form';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { initialDay } from '#parts/page/today.ts';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { formPath, scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';

export type OfferInputs = typeof emptyOffer;

/** The values of the form: the current loan with its options, and the offers. Empty fields are not sent. */
export interface SwitchInputs extends LoanRequestInput, ScenarioInputs {
  offers: OfferInputs[];
}

const emptyRates = { annual_interest_rate: '', fixed_periods: '', revert_rate: '' };

export const emptyOffer = {
  name: '',
  ...emptyRates,
  duration_months: '',
  split: { amount: '', ...emptyRates },
  offset: true,
  switching_costs: '',
  cashback: '',
  fees: { upfront: '', per_period: '', per_year: '' },
};

/** Starts today, so that every payment has its date. */
export const newSwitch = (): SwitchInputs => ({
  ...emptyInputs,
  ...emptyScenario,
  start_date: initialDay(),
  offers: [emptyOffer],
});

const isEmpty = (offer: OfferInputs) => JSON.stringify(offer) === JSON.stringify(emptyOffer);

/** Without empty offers at the end, except the first offer. */
export function sentOffers(offers: readonly OfferInputs[]): readonly OfferInputs[] {
  const last = offers.findLastIndex((offer) => !isEmpty(offer));
  return offers.slice(0, Math.max(1, last + 1));
}

export function switchRequest(inputs: SwitchInputs) {
  const { total_loan_amount, duration_months, annual_interest_rate, compounding_frequency } = inputs;
  const loan = { total_loan_amount, duration_months, annual_interest_rate, compounding_frequency };
  return {
    current: scenarioOf({ loan, options: inputs }),
    offers: sentOffers(inputs.offers).map(({ split, fees, offset, ...offer }) => ({
      ...nullIfEmpty(offer),
      annual_interest_rate: offer.annual_interest_rate,
      split: Object.values(split).some(Boolean) ? splitRequest(split) : null,
      offset: offset ? null : false,
      fees: nullIfEmpty(fees),
    })),
  } satisfies Input<'switchLoan'>['body'];
}

const splitRequest = ({ amount, annual_interest_rate, ...fixed }: OfferInputs['split']) => ({
  amount,
  annual_interest_rate,
  ...nullIfEmpty(fixed),
});

const nullIfEmpty = <Field extends string>(texts: Readonly<Record<Field, string>>) =>
  Object.fromEntries(Object.entries<string>(texts).map(([field, text]) => [field, text || null])) as Record<
    Field,
    string | null
  >;

/** The form path of a field of the request. */
export function switchFormPath(wirePath: string, inputs: SwitchInputs): FieldPath<SwitchInputs> {
  const current = 'current.';
  const path = wirePath.startsWith(current) ? formPath(wirePath.slice(current.length), inputs) : wirePath;
  return path as FieldPath<SwitchInputs>;
}
