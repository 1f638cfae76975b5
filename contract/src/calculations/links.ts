/**
 * The URLs of the calculators with the terms of a request. Private terms are in fragments, which servers do not
 * receive.
 */
import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { optionPairs } from 'contract/scenarios/option-links.ts';
import {
  buyingCostFragment,
  buyingFragment,
  buyingIncomeFragment,
  loanQuery,
  payFragment,
  savingsFragment,
  scenarioFragmentStart,
  studyLoanFragment,
  switchFragment,
} from './link-names.ts';
import {
  joinFields,
  listOf,
  type Pair,
  pairsOf,
  recordOf,
  type Request,
  textOf,
  textOfPairs,
} from './url-pairs.ts';

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

const offerText = (offer: Request): string =>
  textOfPairs(Object.entries(offerFragment).map(([name, fields]): Pair => [name, joinFields(offer, fields)]));

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

const withSuffix = (pairs: readonly Pair[], suffix: string) =>
  pairs.map(([name, value]): Pair => [`${name}${suffix}`, value]);

/** A box of a form is in a link only if it is ticked. */
const ticked = (value: unknown) => (textOf(value) === 'true' ? 'true' : '');

/** @param request the body of `calculateBuying` before validation. */
function buyingLink(request: Request): string {
  const terms = {
    ...request,
    first_home: ticked(request['first_home']),
    grant_at_settlement: textOf(request['grant_at_settlement']) === 'false' ? 'false' : '',
  };
  const incomes = listOf(request['incomes']).flatMap((income, index) =>
    withSuffix(
      pairsOf(buyingIncomeFragment, { ...income, study_loan: ticked(income['study_loan']) }),
      index === 0 ? '' : String(index + 1),
    ),
  );
  const costs = pairsOf(buyingCostFragment, recordOf(request['costs']));
  return `/finance/buying#${textOfPairs([...pairsOf(buyingFragment, terms), ...incomes, ...costs])}`;
}

/** What payments of another frequency, less their fee, come to in a month, cut to the cent. Empty if they are not numbers. */
export function monthlyRepayment(payment: string, fee: string, frequency: string): string {
  const cents = Math.round(Number(payment) * 100) - Math.round(Number(fee) * 100);
  const perYear = periodsPerYear[frequency as PaymentFrequency] ?? periodsPerYear.monthly;
  return payment && cents > 0 ? String(Math.floor((cents * perYear) / 12) / 100) : '';
}

const solveLinks: Readonly<Record<string, (request: Request) => string>> = {
  extra_payment: (request) => scenarioLink(recordOf(request['scenario'])),
  total_loan_amount: ({ payment_per_period, fee_per_period, payment_frequency, ...terms }) =>
    buyingLink({
      repayment: monthlyRepayment(
        textOf(payment_per_period),
        textOf(fee_per_period),
        textOf(payment_frequency),
      ),
      duration_months: terms['duration_months'],
      annual_interest_rate: terms['annual_interest_rate'],
    }),
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
  calculateBuying: buyingLink,
  calculateStudyLoan: ({ incomes, ...loan }) => {
    const joined = Array.isArray(incomes) ? incomes.map(textOf).join(',') : '';
    return `/finance/study-loan#${textOfPairs(pairsOf(studyLoanFragment, { ...loan, incomes: joined }))}`;
  },
  listTaxYears: () => '/finance/take-home-pay',
  /** A statement does not belong in a link. */
  checkStatement: () => '/finance/check',
  listDatasets: () => '/data',
  getDataset: ({ slug }) => `/data/${encodeURIComponent(textOf(slug))}`,
  listGlossary: () => '/arsenal#glossary',
  listLoans: () => '/loans',
  listCalculations: () => '/dashboard',
  getCalculation: () => '/dashboard',
};
