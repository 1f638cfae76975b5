import {
  dayCounts,
  paymentBases,
  paymentFrequencies,
  scenarioLimits,
} from 'contract/scenarios/scenarios.constants.ts';
import { loanQuery, optionPairs, ratesFromName, scenarioFragmentStart } from 'contract/calculations/links.ts';
import { vintageNamePattern } from 'contract/datasets/datasets.constants.ts';
import { inputsOf, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { isDay } from '#parts/format/calendar-dates.ts';
import { readRecord } from '#parts/calculator/method-record.ts';
import {
  emptyScenario,
  maxComparedScenarios,
  type ScenarioTerms,
  type ScenarioInputs,
} from './scenario-inputs.ts';

export const amount = /^(?:\d+(?:\.\d+)?|\.\d+)$/;
export const period = /^\d{1,4}$/;

/** The options as `name=value` pairs, without defaults. */
function pairsOf({
  rates_from,
  inflation_rate,
  ...options
}: ScenarioInputs): [name: string, value: string][] {
  const pairs = optionPairs(options);
  if (rates_from) pairs.push([ratesFromName, rates_from]);
  if (inflation_rate && inflation_rate !== emptyScenario.inflation_rate)
    pairs.push(['inflation', inflation_rate]);
  return pairs;
}

/** The URL fragment of the options and of the scenarios that are saved for comparison. */
export function fragmentOf(
  options: ScenarioInputs,
  comparedScenarios: readonly ScenarioTerms[] = [],
): string {
  const pairs = pairsOf(options);
  for (const terms of comparedScenarios) {
    pairs.push(['keep', `${searchOf(terms.loan)}&${new URLSearchParams(pairsOf(terms.options)).toString()}`]);
  }
  // Colons and commas are legal in a fragment, and easier to read.
  const text = new URLSearchParams(pairs).toString().replaceAll('%3A', ':');
  return text ? `${scenarioFragmentStart}&${text}` : scenarioFragmentStart;
}

interface ParsedLink {
  options: ScenarioInputs;
  comparedScenarios: ScenarioTerms[];
  /** Parts of the link that were not understood. */
  unrecognized: string[];
}

/** Reads a fragment as far as possible. The server validates the values. */
export function readFragment(fragment: string): ParsedLink {
  return readPairs(new URLSearchParams(readRecord(fragment).rest.slice(scenarioFragmentStart.length)));
}

/** Reads the options from pairs that do not include the fields of the loan. */
export function readPairs(pairs: URLSearchParams): ParsedLink {
  const link: ParsedLink = {
    options: structuredClone(emptyScenario),
    comparedScenarios: [],
    unrecognized: [],
  };
  for (const [name, value] of pairs) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!reader?.(value, link)) link.unrecognized.push(`${name}=${value}`);
  }
  return link;
}

/** The reader of each parameter: it stores the value, or returns false if the value is invalid. */
const readers: Record<string, (value: string, link: ParsedLink) => boolean> = {
  payments: (value, { options }) =>
    choose(paymentFrequencies, value, (choice) => (options.payment_frequency = choice)),
  basis: (value, { options }) => choose(paymentBases, value, (choice) => (options.payment_basis = choice)),
  days: (value, { options }) => choose(dayCounts, value, (choice) => (options.day_count = choice)),
  extra: (value, { options: { extra_payments } }) =>
    parts(value, [amount, period, period], ([extra = '', from = '', to = '']) => {
      if (!extra || extra_payments.length >= scenarioLimits.extraPayments) return false;
      return extra_payments.push({ amount: extra, from_period: from, to_period: to }) > 0;
    }),
  lump: (value, { options: { lump_sums } }) =>
    parts(value, [amount, period], ([lump = '', at = '']) => {
      if (lump_sums.length >= scenarioLimits.lumpSums) return false;
      return lump_sums.push({ amount: lump, period: at }) > 0;
    }),
  rate_from: (value, { options: { rate_changes } }) =>
    parts(value, [amount, period], ([rate = '', at = '']) => {
      if (rate_changes.length >= scenarioLimits.rateChanges) return false;
      return rate_changes.push({ annual_interest_rate: rate, period: at }) > 0;
    }),
  offset: (value, { options }) =>
    parts(value, [amount, amount], ([balance = '', deposit = '']) => {
      options.offset = { balance, deposit_per_period: deposit };
      return true;
    }),
  fees: (value, { options }) =>
    parts(value, [amount, amount, amount], ([upfront = '', per_period = '', per_year = '']) => {
      options.fees = { upfront, per_period, per_year };
      return true;
    }),
  interest_only: (value, { options }) =>
    parts(value, [period], ([periods = '']) => Boolean((options.interest_only_periods = periods))),
  balloon: (value, { options }) =>
    parts(value, [amount], ([residual = '']) => Boolean((options.residual_amount = residual))),
  inflation: (value, { options }) =>
    parts(value, [amount], ([rate = '']) => Boolean((options.inflation_rate = rate))),
  start: (value, { options }) => {
    if (!isDay(value)) return false;
    options.start_date = value;
    return true;
  },
  [ratesFromName]: (value, { options }) =>
    parts(value, [vintageNamePattern], ([vintage = '']) => Boolean((options.rates_from = vintage))),
  keep: (value, { comparedScenarios, unrecognized }) => {
    const pairs = new URLSearchParams(value);
    const loan = inputsOf(pairs);
    if (!loan || comparedScenarios.length >= maxComparedScenarios) return false;
    for (const name of loanNames) pairs.delete(name);
    const { options, unrecognized: unrecognizedOfScenario } = readPairs(pairs);
    unrecognized.push(...unrecognizedOfScenario);
    return comparedScenarios.push({ loan, options }) > 0;
  },
};

const loanNames = Object.values(loanQuery);

/** Passes the value to `take` if it is one of the choices, and returns whether it was. */
export function choose<Choice extends string>(
  choices: readonly Choice[],
  value: string,
  take: (choice: Choice) => void,
): boolean {
  const choice = choices.find((each) => each === value);
  if (choice) take(choice);
  return choice !== undefined;
}

/** Splits the value at colons and passes the parts to `take` if each is empty or matches its pattern. */
export function parts(value: string, patterns: RegExp[], take: (fields: string[]) => boolean): boolean {
  const fields = value.split(':');
  const areValid =
    fields.length <= patterns.length && fields.every((part, i) => part === '' || patterns[i]?.test(part));
  return areValid && value !== '' && take(fields);
}
