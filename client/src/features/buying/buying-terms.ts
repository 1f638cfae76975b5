import { buyingLimits, type CostKey, type Place, places } from 'contract/buying/buying.constants.ts';
import { buyingCostFragment } from 'contract/calculations/link-names.ts';
import { payPeriods } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { currentRecord } from '#parts/calculator/method-record.ts';
import { termsCalculator, type TermsField, type TermsOf, type TypedTerms } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { periodChoices } from '#parts/calculator/pay-periods.ts';
import { addFields } from '#parts/form/typed-fields.ts';
import { currentLink } from './former-link.ts';
import { rules } from './rules.ts';

export type BuyingTerms = TermsOf<'buying'>;
type Field = TermsField<keyof BuyingTerms>;

const costKeys = Object.keys(buyingCostFragment) as CostKey[];

addFields([
  ...['duty', 'other_debts', 'income2', 'salary_sacrifice2', ...costKeys].map((path) => ({
    path,
    kind: 'amount',
  })),
  ...['largest_share_percent', 'buffer'].map((path) => ({ path, kind: 'rate' })),
]);

const amount = (name: Field['name'], label: string, hint = 'Australian dollars'): Field => ({
  name,
  label,
  hint,
  initial: '',
  isOptional: true,
});
const box = (name: Field['name'], label: string, hint: string): Field => ({
  name,
  label,
  hint,
  initial: '',
  isOptional: true,
  isBox: true,
  read: (text) => (text === 'true' ? 'true' : ''),
});
/** The first choice is the default; an empty one may stay absent. */
const choice = (
  name: Field['name'],
  label: string,
  hint: string,
  choices: NonNullable<Field['choices']>,
): Field => {
  const initial = choices[0]?.[0] ?? '';
  return { name, label, hint, initial, isOptional: initial === '', choices };
};

const home = (place: string, isOwnedBefore = place === 'act'): Field[] => [
  amount('price', 'Price', 'Whole Australian dollars. Leave it empty to find the largest price'),
  choice('place', 'Place', 'Its law of the day of the contract decides', [
    ['', 'Choose a place'],
    ...places.map((each) => [each, placeName(each)] as const),
  ]),
  choice('area', 'Area', areaHint(place), [
    ['capital', 'Capital'],
    ['rest', 'Elsewhere'],
  ]),
  choice('kind', 'Kind', 'What you buy', [
    ['established', 'Established home'],
    ['new', 'New home'],
    ['land', 'Land to build on'],
  ]),
  choice('use', 'You Will', 'Some rates and all relief are for homes that buyers live in', [
    ['live', 'Live There'],
    ['invest', 'Let It'],
  ]),
  {
    ...amount('contract_date', 'Contract Date', 'Today, unless you choose another day'),
    type: 'date',
  },
  isOwnedBefore
    ? box(
        'first_home',
        'No property in the last 5 years',
        'None of the buyers owned one. The 5% Deposit Scheme asks for 10 years',
      )
    : box('first_home', 'First Home', 'Every buyer buys a home for the first time'),
];

const money: readonly Field[] = [
  amount('savings', 'Savings', 'Australian dollars that you have for the purchase'),
  {
    ...amount(
      'largest_share_percent',
      'Borrow at Most (%)',
      'Of the price. Above 80% lenders ask for insurance',
    ),
    initial: String(buyingLimits.defaultShare),
    isOptional: false,
  },
];

const incomeFields = (suffix: '' | '2', whose: string): Field[] => [
  amount(`income${suffix}`, `${whose}Pay Before Tax`, 'Australian dollars, without super'),
  choice(`period${suffix}`, 'Per', 'The time that this pay is for', periodChoices),
  amount(`salary_sacrifice${suffix}`, 'Salary Sacrifice', 'Australian dollars, for the same time'),
  box(`study_loan${suffix}`, 'Study Loan', 'HELP, or another study or training loan'),
];

const income = (buyers: string): Field[] => [
  choice('buyers', 'Buyers', 'Each can have a pay', [
    ['1', 'One'],
    ['2', 'Two'],
  ]),
  ...incomeFields('', buyers === '2' ? 'First ' : ''),
  ...(buyers === '2' ? incomeFields('2', 'Second ') : []),
  amount('living_costs', 'Living Costs a Month', 'Australian dollars, without rent and loans'),
  amount('other_debts', 'Other Debts a Month', 'Australian dollars: cards, cars and other loans'),
  amount('annual_interest_rate', 'Annual Interest Rate (%)', '0% to 30% a year'),
  { ...timeInYears, initial: String(buyingLimits.defaultMonths) },
];

export const payment: readonly Field[] = [
  amount('repayment', 'Payment a Month', 'Australian dollars that you can pay, instead of the pays above'),
];

const registry = 'Ask your conveyancer. Registries change it each 1 July';
const costs: readonly Field[] = [
  amount('transfer_fee', 'Transfer Fee', registry),
  amount('mortgage_fee', 'Mortgage Registration', registry),
  amount('conveyancer', 'Conveyancer'),
  amount('inspections', 'Inspections'),
  amount('moving', 'Moving'),
  amount('lenders_insurance', 'Lenders’ Mortgage Insurance', 'The premium, if you pay it on the day'),
  amount('other', 'Other'),
  amount('duty', 'Duty as Worked Out', 'By a conveyancer. It replaces ours at every price'),
  choice('grant_at_settlement', 'Grant on the Day', 'Whether a grant is paid in time', [
    ['', 'Counts as money'],
    ['false', 'Comes later'],
  ]),
  amount('buffer', 'Points Added', 'To the rate, to test the loan: 3 with a pay, 0 with a payment'),
];

/** The groups of the form for these inputs. */
export const buyingGroups = ({ place = '', buyers = '1' }: Partial<TypedTerms>) => ({
  home: home(place).filter(({ name }) => name !== 'area' || hasAreas(place)),
  money,
  income: income(buyers),
  payment,
  costs,
});

/** The price caps of the schemes differ within most places. */
export function hasAreas(place: string): boolean {
  return Object.values(rules.schemes).some((scheme) =>
    scheme.caps[place as Place]?.some(({ capital, rest }) => capital !== rest),
  );
}

const list = new Intl.ListFormat('en-AU');

export const listText = (names: readonly string[]) => list.format(names);

function areaHint(place: string): string {
  const centres = rules.schemes.deposit_guarantee.capital_also[place as Place];
  if (!centres) return 'For the schemes';
  return `For the schemes. ${listText(centres)} ${centres.length > 1 ? 'count' : 'counts'} as the capital`;
}

function placeName(place: Place): string {
  return [rules.places[place]].flat().at(-1)!.name;
}

/** The sum of the costs that are understood. */
export const costsOf = (terms: BuyingTerms): number =>
  costKeys.reduce((total, key) => total + (Number(terms[key]) || 0), 0);

/** Links of take-home pay and of saved purchases have an income year, which the form does not ask for. */
const hidden: Field = { ...amount('income_year', 'Income Year'), isHidden: true };

const fields = [...home(''), ...money, ...income('2'), ...payment, ...costs, hidden];

const calculator = termsCalculator({
  name: 'buying',
  fields,
  schema: async () => (await import('contract/buying/buying-fields.ts')).BuyingBody,
  requestOf: buyingRequest,
  fieldOf,
  load: async () => (await import('./buying-calculation.ts')).calculateBuying,
});

/** Today, if no day is entered: a link keeps the day whose law was used. */
const contractDate = ({ place, contract_date }: BuyingTerms): string =>
  contract_date || (place ? currentRecord().on : '');

export const buyingCalculator: typeof calculator = {
  ...calculator,
  urlOf: (terms) => calculator.urlOf({ ...terms, contract_date: contractDate(terms) }),
  read(url) {
    const link = calculator.read(currentLink(url));
    const hasBuyers = new URLSearchParams(url.hash.slice(1)).has('buyers');
    return link && !hasBuyers && link.inputs['income2']
      ? { ...link, inputs: { ...link.inputs, buyers: '2' } }
      : link;
  },
};

const incomeNames = ['income', 'period', 'salary_sacrifice', 'study_loan'] as const;
type IncomeName = (typeof incomeNames)[number];

/** The suffixes of the pays that are entered, in the order of the request. */
export const paySuffixes = (terms: Partial<TypedTerms>) =>
  (['', '2'] as const).filter(
    (suffix) => terms[`income${suffix}`]?.trim() && (suffix === '' || terms['buyers'] === '2'),
  );

export function buyingRequest(terms: BuyingTerms) {
  const incomeOf = (suffix: '' | '2') => {
    const text = (name: IncomeName) => terms[`${name}${suffix}`];
    return {
      income: text('income'),
      period: payPeriods.find((one) => one === text('period')) ?? 'yearly',
      salary_sacrifice: text('salary_sacrifice') || null,
      study_loan: text('study_loan') === 'true',
    };
  };
  const orNull = (name: keyof BuyingTerms) => terms[name] || null;
  return {
    place: orNull('place'),
    price: orNull('price'),
    contract_date: contractDate(terms) || null,
    area: orNull('area'),
    kind: orNull('kind'),
    use: orNull('use'),
    first_home: terms.first_home === 'true',
    buyers: orNull('buyers'),
    savings: orNull('savings'),
    largest_share_percent: orNull('largest_share_percent'),
    costs: Object.fromEntries(costKeys.map((key) => [key, orNull(key)])),
    duty: orNull('duty'),
    grant_at_settlement: terms.grant_at_settlement !== 'false',
    incomes: paySuffixes(terms).map(incomeOf),
    income_year: orNull('income_year'),
    living_costs: orNull('living_costs'),
    other_debts: orNull('other_debts'),
    repayment: orNull('repayment'),
    annual_interest_rate: orNull('annual_interest_rate'),
    duration_months: orNull('duration_months'),
    buffer: orNull('buffer'),
  };
}

/** The field of a path such as `incomes.1.income` or `costs.moving`. */
function fieldOf(path: string, inputs: TypedTerms): string {
  const [group = '', index = '', name = ''] = path.split('.');
  if (group === 'costs') return index;
  if (group !== 'incomes') return group;
  return name ? `${name}${paySuffixes(inputs)[Number(index)] ?? ''}` : 'income';
}
