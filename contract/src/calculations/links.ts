/**
 * The URLs of the calculators with the terms of a request. Private terms are in fragments, which servers do not
 * receive.
 */

/** The names of the parameters, keyed by the field of the request. */
export const loanQuery = {
  total_loan_amount: 'amount',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
} as const;

export const savingsFragment = {
  opening_balance: 'opening',
  deposit_per_month: 'deposit',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  inflation_rate: 'inflation',
  target_amount: 'goal',
} as const;

export const borrowingFragment = {
  payment_per_period: 'payment',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
  fee_per_period: 'fee',
  payment_frequency: 'payments',
} as const;

/** The start of the loan calculator's fragment while WHAT IF is open. */
export const scenarioFragmentStart = '#what-if';

/** The name, in the same fragment, of the vintage of the cash rate that the rates follow. */
export const ratesFromName = 'rates_from';

/** The name, in the fragment of `/finance/check`, of the id of a saved check. */
export const savedFragment = 'saved';

/** Names in the fragment of `/finance/switch`, besides the options of a scenario and one `offer` for each offer. */
export const switchFragment = { ...loanQuery, total_loan_amount: 'owed' } as const;

/** The fields of each name within an `offer`, whose value is a nested query string. Colons join several fields. */
export const offerFragment = {
  name: ['name'],
  rate: ['annual_interest_rate'],
  months: ['duration_months'],
  costs: ['switching_costs'],
  cashback: ['cashback'],
  offset: ['offset'],
  fixed: ['fixed_periods', 'revert_rate'],
  split: ['split.amount', 'split.annual_interest_rate', 'split.fixed_periods', 'split.revert_rate'],
  fees: ['fees.upfront', 'fees.per_period', 'fees.per_year'],
} as const;

/** Names in the fragment of `/finance/take-home-pay`. */
export const payFragment = {
  income: 'income',
  period: 'per',
  income_year: 'year',
  salary_sacrifice: 'sacrifice',
  study_loan: 'study',
  standard_deduction: 'deduction',
  compare_year: 'compare',
} as const;

/** The body of a request before validation. */
type Request = Readonly<Record<string, unknown>>;
type Pair = [name: string, value: string];

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const recordOf = (value: unknown): Request =>
  typeof value === 'object' && value !== null ? (value as Request) : {};
const listOf = (value: unknown): Request[] => (Array.isArray(value) ? value.map(recordOf) : []);

/** The request's fields as pairs; absent fields have an empty value. */
const pairsOf = (names: Readonly<Record<string, string>>, request: Request): Pair[] =>
  Object.entries(names).map(([field, name]) => [name, textOf(request[field])]);

/** Joins the fields of an entry with colons and omits empty fields at the end. */
function joinFields(entry: unknown, ...paths: readonly string[]): string {
  const texts = paths.map((path) =>
    textOf(path.split('.').reduce((value: unknown, field) => recordOf(value)[field], entry)),
  );
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(':');
}

/** Omitted from links, which keeps them short. */
const defaultOptions = new Set(['monthly', 'exact', 'equal']);

/** The options of a scenario, which are its fields except those of the loan, as pairs without defaults. */
export function optionPairs(scenario: Request): Pair[] {
  const pairs: Pair[] = [
    ...pairsOf({ payment_frequency: 'payments', payment_basis: 'basis' }, scenario),
    ...entryPairs('extra', scenario['extra_payments'], 'amount', 'from_period', 'to_period'),
    ...entryPairs('lump', scenario['lump_sums'], 'amount', 'period'),
    ...entryPairs('rate_from', scenario['rate_changes'], 'annual_interest_rate', 'period'),
    ['offset', joinFields(scenario, 'offset.balance', 'offset.deposit_per_period')],
    ...pairsOf({ interest_only_periods: 'interest_only', residual_amount: 'balloon' }, scenario),
    ['fees', joinFields(scenario, 'fees.upfront', 'fees.per_period', 'fees.per_year')],
    ...pairsOf({ start_date: 'start', day_count: 'days' }, scenario),
  ];
  return pairs.filter(([, value]) => value !== '' && !defaultOptions.has(value));
}

const entryPairs = (name: string, entries: unknown, ...fields: string[]) =>
  listOf(entries).map((entry): Pair => [name, joinFields(entry, ...fields)]);

const offerText = (offer: Request): string =>
  textOfPairs(
    Object.entries(offerFragment).map(([name, fields]): Pair => [name, joinFields(offer, ...fields)]),
  );

/** Colons are legal in a query and a fragment, and easier to read. */
const textOfPairs = (pairs: Pair[]): string =>
  pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`)
    .join('&');

const loanLink = (request: Request) => `/finance/loan-calculator?${textOfPairs(pairsOf(loanQuery, request))}`;
const scenarioLink = (request: Request) =>
  [`${loanLink(request)}${scenarioFragmentStart}`, textOfPairs(optionPairs(request))]
    .filter(Boolean)
    .join('&');
const savingsLink = (request: Request) =>
  `/finance/savings#${textOfPairs(pairsOf(savingsFragment, request))}`;

/** @param request the body of `switchLoan` before validation. */
export function switchLink({ current, offers }: Request): string {
  const currentLoan = recordOf(current);
  const offerPairs = listOf(offers).map((offer): Pair => ['offer', offerText(offer)]);
  return `/finance/switch#${textOfPairs([...pairsOf(switchFragment, currentLoan), ...optionPairs(currentLoan), ...offerPairs])}`;
}

const solveLinks: Readonly<Record<string, (request: Request) => string>> = {
  extra_payment: (request) => scenarioLink(recordOf(request['scenario'])),
  total_loan_amount: (request) =>
    `/finance/borrowing-power#${textOfPairs(pairsOf(borrowingFragment, request))}`,
  deposit: savingsLink,
};

/** The paths of the screens that display the result of an operation, keyed by its name. */
export const screenLinks: Readonly<Record<string, (request: Request) => string>> = {
  calculatePrincipal: loanLink,
  calculateScenario: scenarioLink,
  stressScenario: (request) => scenarioLink(recordOf(request['scenario'])),
  solveLoan: (request) => solveLinks[textOf(request['solve_for'])]?.(request) ?? '/finance/loan-calculator',
  calculateSavings: savingsLink,
  switchLoan: switchLink,
  compareRate: ({ purpose: _purpose, rate_type: _rateType, ...current }) => switchLink({ current }),
  calculateTakeHomePay: ({ study_loan, standard_deduction, ...pay }) => {
    const defaultFree = {
      ...pay,
      study_loan: study_loan || '',
      standard_deduction: standard_deduction === false ? false : '',
    };
    return `/finance/take-home-pay#${textOfPairs(pairsOf(payFragment, defaultFree))}`;
  },
  listTaxYears: () => '/finance/take-home-pay',
  /** A statement does not belong in a link. */
  checkStatement: () => '/finance/check',
  listDatasets: () => '/data',
  getDataset: ({ slug }) => `/data/${encodeURIComponent(textOf(slug))}`,
  listGlossary: () => '/arsenal#glossary',
  listCalculations: () => '/dashboard',
  getCalculation: () => '/dashboard',
};
