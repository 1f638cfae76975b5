import type { Input } from '#api/call.ts';
import type { FieldPath } from 'react-hook-form';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import {
  emptyScenario,
  formPath,
  type ScenarioInputs,
  scenarioOf,
} from '#parts/calculator/scenario/scenario-inputs.ts';

export interface OfferInputs {
  name: string;
  annual_interest_rate: string;
  duration_months: string;
  fixed_periods: string;
  revert_rate: string;
  split: { amount: string; annual_interest_rate: string; fixed_periods: string; revert_rate: string };
  offset: boolean;
  switching_costs: string;
  cashback: string;
  fees: { upfront: string; per_period: string };
}

/** The values of the form: the current loan with its options, and the offers. Empty fields are not sent. */
export interface SwitchInputs extends LoanRequestInput, ScenarioInputs {
  offers: OfferInputs[];
}

export const emptyOffer: OfferInputs = {
  name: '',
  annual_interest_rate: '',
  duration_months: '',
  fixed_periods: '',
  revert_rate: '',
  split: { amount: '', annual_interest_rate: '', fixed_periods: '', revert_rate: '' },
  offset: true,
  switching_costs: '',
  cashback: '',
  fees: { upfront: '', per_period: '' },
};

export const emptySwitch: SwitchInputs = { ...emptyInputs, ...emptyScenario, offers: [emptyOffer] };

/** Starts today, so that every payment has its date. */
export const newSwitch = (): SwitchInputs => ({ ...emptySwitch, start_date: localDate(new Date()) });

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
    offers: sentOffers(inputs.offers).map(offerRequest),
  } satisfies Input<'switchLoan'>['body'];
}

function offerRequest({ split, fees, offset, annual_interest_rate, ...texts }: OfferInputs) {
  const { name, duration_months, fixed_periods, revert_rate, switching_costs, cashback } = texts;
  const isSplit = Object.values(split).some(Boolean);
  return {
    name: name || null,
    annual_interest_rate,
    duration_months: duration_months || null,
    fixed_periods: fixed_periods || null,
    revert_rate: revert_rate || null,
    split: isSplit
      ? { ...split, fixed_periods: split.fixed_periods || null, revert_rate: split.revert_rate || null }
      : null,
    offset: offset ? null : false,
    switching_costs: switching_costs || null,
    cashback: cashback || null,
    fees: { upfront: fees.upfront || null, per_period: fees.per_period || null },
  };
}

/** The form path of a field of the request. */
export function switchFormPath(wirePath: string, inputs: SwitchInputs): FieldPath<SwitchInputs> {
  const current = 'current.';
  const path = wirePath.startsWith(current) ? formPath(wirePath.slice(current.length), inputs) : wirePath;
  return path as FieldPath<SwitchInputs>;
}
