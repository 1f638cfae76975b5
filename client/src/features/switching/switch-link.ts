import { offerFragment, ratesFromName, switchFragment } from 'contract/calculations/links.ts';
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { set } from 'react-hook-form';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { amount, period, readPairs } from '#parts/calculator/scenario/scenario-link.ts';
import { emptyOffer, type OfferInputs, type SwitchInputs } from './switch-inputs.ts';

interface ReadSwitch {
  inputs: SwitchInputs;
  /** Parts of the link that were not understood. */
  unrecognized: string[];
}

/** Options of the loan calculator's fragment that this screen does not have. */
const foreign = new Set(['inflation', 'keep', ratesFromName]);

/** Reads a fragment as far as possible; null if it has no terms. The server validates the values. */
export function readSwitchLink(fragment: string): ReadSwitch | null {
  const loan = { ...emptyInputs };
  const offers: OfferInputs[] = [];
  const optionPairs = new URLSearchParams();
  const unrecognized: string[] = [];
  const pairs = [...new URLSearchParams(fragment.slice(1))];
  for (const [name, value] of pairs) {
    if (name === 'offer' && offers.length < switchingLimits.offers) {
      offers.push(readOffer(value, unrecognized));
    } else if (name === 'offer' || foreign.has(name)) unrecognized.push(`${name}=${value}`);
    else if (!Object.hasOwn(loanFields, name)) optionPairs.append(name, value);
    else if (!readFields(loanFields, name, value.trim(), loan)) unrecognized.push(`${name}=${value}`);
  }
  // A fragment without values is a link to an element of the page.
  if (pairs.every(([, value]) => value === '')) return null;
  const { options, ...read } = readPairs(optionPairs);
  if (offers.length === 0) offers.push(structuredClone(emptyOffer));
  return { inputs: { ...loan, ...options, offers }, unrecognized: [...unrecognized, ...read.unrecognized] };
}

function readOffer(text: string, unrecognized: string[]): OfferInputs {
  const offer = structuredClone(emptyOffer);
  for (const [name, value] of new URLSearchParams(text)) {
    if (!readFields(offerFragment, name, value, offer)) unrecognized.push(`offer: ${name}=${value}`);
  }
  return { ...offer, offset: String(offer.offset) === 'true' };
}

type Fragment = Readonly<Record<string, readonly string[]>>;

const loanFields: Fragment = Object.fromEntries(
  Object.entries(switchFragment).map(([field, name]) => [name, [field]]),
);

/** The form of a field's value, keyed by the last part of its path. The others are amounts. */
const patterns: Readonly<Record<string, RegExp>> = {
  name: /./s,
  offset: /^(?:true|false)$/,
  duration_months: period,
  fixed_periods: period,
  compounding_frequency: new RegExp(`^(?:${compoundingFrequencies.join('|')})$`),
};

/** Stores the values of a parameter in the inputs; false if its name or a value is not valid. */
function readFields(fragment: Fragment, name: string, text: string, inputs: object): boolean {
  const fields = Object.hasOwn(fragment, name) ? (fragment[name] ?? []) : [];
  const values = fields.length > 1 ? text.split(':') : [text];
  const patternAt = (index: number) => patterns[fields[index]?.split('.').at(-1) ?? ''] ?? amount;
  const isValid =
    text !== '' &&
    values.length <= fields.length &&
    values.every((value, index) => value === '' || patternAt(index).test(value));
  if (isValid) for (const [index, field] of fields.entries()) set(inputs, field, values[index] ?? '');
  return isValid;
}
