import { offerFragment } from 'contract/calculations/links.ts';
import { switchFragment } from 'contract/calculations/link-names.ts';
import { compoundingFrequencies } from 'contract/loans/loans.constants.ts';
import { switchingLimits } from 'contract/scenarios/switching.constants.ts';
import { set } from 'react-hook-form';
import { openFieldOf } from '#parts/form/typed-fields.ts';
import { emptyInputs, missingTerm, type MissingTerm } from '#parts/calculator/loan/loan-inputs.ts';
import { isReadable, readOption } from 'contract/scenarios/option-links.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { scenarioOptions } from 'contract/scenarios/scenario-options.ts';
import { emptyOffer, type OfferInputs, type SwitchInputs } from './switch-inputs.ts';

/** Options of the loan calculator that this screen does not have. */
const foreign = new Set(scenarioOptions.flatMap(({ isLocal, parameter }) => (isLocal ? [parameter] : [])));

/** Reads a fragment as far as possible; null if it has no terms. The server validates the values. */
export function readSwitchLink(fragment: string) {
  const loan = { ...emptyInputs };
  const options = structuredClone(emptyScenario);
  const offers: OfferInputs[] = [];
  const unrecognized: string[] = [];
  const pairs = [...new URLSearchParams(fragment.slice(1))];
  const isRead = (name: string, value: string) => {
    if (name === 'offer' && offers.length < switchingLimits.offers) {
      return offers.push(readOffer(value, unrecognized)) > 0;
    }
    if (Object.hasOwn(loanFields, name)) return readFields(loanFields, name, value.trim(), loan);
    return !foreign.has(name) && readOption(options, name, value);
  };
  for (const [name, value] of pairs) if (!isRead(name, value)) unrecognized.push(`${name}=${value}`);
  // A fragment without values is a link to an element of the page.
  if (pairs.every(([, value]) => value === '')) return null;
  // The first term of the loan that the link does not have, or the rate of the offer in a link of a loan alone.
  const openField: MissingTerm | 'offers.0.annual_interest_rate' | undefined =
    missingTerm(loan) ?? (offers.length === 0 ? 'offers.0.annual_interest_rate' : undefined);
  if (offers.length === 0) offers.push(structuredClone(emptyOffer));
  const inputs: SwitchInputs = { ...loan, ...options, offers };
  return { inputs, unrecognized, openField: openFieldOf(inputs, openField) };
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

/** Whether a field may have the text, keyed by the last part of its path. The others are amounts. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  name: Boolean,
  offset: (text) => text === 'true' || text === 'false',
  annual_interest_rate: (text) => isReadable({ kind: 'rate' }, text),
  revert_rate: (text) => isReadable({ kind: 'rate' }, text),
  duration_months: (text) => isReadable({ kind: 'period' }, text),
  fixed_periods: (text) => isReadable({ kind: 'period' }, text),
  compounding_frequency: (text) => compoundingFrequencies.some((each) => each === text),
};
const isAmount = (text: string) => isReadable({ kind: 'amount' }, text);

/** Stores the values of a parameter in the inputs; false if its name or a value is not valid. */
function readFields(fragment: Fragment, name: string, text: string, inputs: object): boolean {
  const fields = Object.hasOwn(fragment, name) ? (fragment[name] ?? []) : [];
  const values = fields.length > 1 ? text.split(':') : [text];
  const checkAt = (index: number) => checks[fields[index]?.split('.').at(-1) ?? ''] ?? isAmount;
  const isValid =
    text !== '' &&
    values.length <= fields.length &&
    values.every((value, index) => value === '' || checkAt(index)(value));
  if (isValid) for (const [index, field] of fields.entries()) set(inputs, field, values[index] ?? '');
  return isValid;
}
