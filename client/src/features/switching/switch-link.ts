import { ratesFromName, switchFragment } from 'contract/calculations/links.ts';
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { amount, choose, parts, period, readPairs } from '#parts/calculator/scenario/scenario-link.ts';
import { emptyOffer, emptySwitch, type OfferInputs, type SwitchInputs } from './switch-inputs.ts';

interface ReadSwitch {
  inputs: SwitchInputs;
  /** Parts of the link that were not understood. */
  unrecognized: string[];
}

/** Options of the loan calculator's fragment that this screen does not have. */
const foreign = new Set(['inflation', 'keep', ratesFromName]);

/** Reads a fragment as far as possible; null if it has no terms. The server validates the values. */
export function readSwitchLink(fragment: string): ReadSwitch | null {
  const inputs: SwitchInputs = { ...structuredClone(emptySwitch), offers: [] };
  const optionPairs = new URLSearchParams();
  const unrecognized: string[] = [];
  const pairs = [...new URLSearchParams(fragment.slice(1))];
  for (const [name, value] of pairs) {
    if (name === 'offer') {
      const offer = readOffer(value, unrecognized);
      if (inputs.offers.length < switchingLimits.offers) inputs.offers.push(offer);
      else unrecognized.push(`offer=${value}`);
    } else if (Object.hasOwn(loanReaders, name)) {
      if (!loanReaders[name]?.(value.trim(), inputs)) unrecognized.push(`${name}=${value}`);
    } else if (foreign.has(name)) unrecognized.push(`${name}=${value}`);
    else optionPairs.append(name, value);
  }
  // A fragment without values is a link to an element of the page.
  if (pairs.every(([, value]) => value === '')) return null;
  const read = readPairs(optionPairs);
  if (inputs.offers.length === 0) inputs.offers.push(structuredClone(emptyOffer));
  return { inputs: { ...inputs, ...read.options }, unrecognized: [...unrecognized, ...read.unrecognized] };
}

/** Each reader stores a valid value, or returns false. */
const loanReaders: Record<string, (value: string, inputs: SwitchInputs) => boolean> = {
  [switchFragment.total_loan_amount]: (value, inputs) =>
    amount.test(value) && Boolean((inputs.total_loan_amount = value)),
  [switchFragment.duration_months]: (value, inputs) =>
    period.test(value) && Boolean((inputs.duration_months = value)),
  [switchFragment.annual_interest_rate]: (value, inputs) =>
    amount.test(value) && Boolean((inputs.annual_interest_rate = value)),
  [switchFragment.compounding_frequency]: (value, inputs) =>
    choose(compoundingFrequencies, value, (frequency) => (inputs.compounding_frequency = frequency)),
};

function readOffer(text: string, unrecognized: string[]): OfferInputs {
  const offer = structuredClone(emptyOffer);
  for (const [name, value] of new URLSearchParams(text)) {
    const reader = Object.hasOwn(offerReaders, name) ? offerReaders[name] : undefined;
    if (!reader?.(value, offer)) unrecognized.push(`offer: ${name}=${value}`);
  }
  return offer;
}

const one =
  (kind: RegExp, field: 'annual_interest_rate' | 'duration_months' | 'switching_costs' | 'cashback') =>
  (value: string, offer: OfferInputs) =>
    kind.test(value) && Boolean((offer[field] = value));

const offerReaders: Record<string, (value: string, offer: OfferInputs) => boolean> = {
  name: (value, offer) => Boolean((offer.name = value)),
  rate: one(amount, 'annual_interest_rate'),
  months: one(period, 'duration_months'),
  costs: one(amount, 'switching_costs'),
  cashback: one(amount, 'cashback'),
  offset: (value, offer) => choose(['true', 'false'], value, (choice) => (offer.offset = choice === 'true')),
  fixed: (value, offer) =>
    parts(value, [period, amount], ([fixed_periods = '', revert_rate = '']) =>
      Boolean(Object.assign(offer, { fixed_periods, revert_rate })),
    ),
  split: (value, offer) =>
    parts(value, [amount, amount, period, amount], ([part = '', rate = '', fixed = '', revert = '']) =>
      Boolean(
        (offer.split = {
          amount: part,
          annual_interest_rate: rate,
          fixed_periods: fixed,
          revert_rate: revert,
        }),
      ),
    ),
  fees: (value, offer) =>
    parts(value, [amount, amount], ([upfront = '', per_period = '']) =>
      Boolean((offer.fees = { upfront, per_period })),
    ),
};
