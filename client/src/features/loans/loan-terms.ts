import type { QueryClient } from '@tanstack/react-query';
import { scenarioFragmentStart } from 'contract/calculations/links.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import type { FieldPath } from 'react-hook-form';
import { emptyInputs, inputsOf, loanFields, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import {
  emptyScenario,
  formPath,
  type ScenarioInputs,
  type ScenarioTerms,
} from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf, readFragment } from '#parts/calculator/scenario/scenario-link.ts';
import type { Calculator, CalculatorDefinition } from '#parts/calculator/use-calculator.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { paths } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';
import { type RatesFrom, ratesFromOf } from './scenario/rates-from.ts';
import { type ScenarioAnswer, scenarioAnswer } from './scenario/scenario-answer.ts';

/** The inputs of the loan and the options of WHAT IF. */
export interface LoanTerms extends LoanRequestInput, ScenarioInputs {
  /** Whether the options are in use. */
  isScenario: boolean;
  comparedScenarios: ScenarioTerms[];
}

export interface LoanOutcome {
  msg: string;
  result: LoanResult | ScenarioResult;
  /** Of a loan with options. */
  answer?: ScenarioAnswer;
  /** Null if the rates do not follow the vintage of the cash rate that the terms name; undefined if it is unknown. */
  ratesFrom?: RatesFrom | null | undefined;
}

export type LoanCalculator = Calculator<LoanTerms, LoanTerms, LoanOutcome>;

const emptyTerms: LoanTerms = {
  ...emptyInputs,
  ...emptyScenario,
  isScenario: false,
  comparedScenarios: [],
};

const resolver = contractResolver<LoanTerms>({
  schema: lazySchema(async () => (await import('#parts/calculator/loan/loan-schema.ts')).LoanInputs),
  toBody: (terms) => scenarioTermsOf(terms).loan,
});

const isLive = (terms: LoanTerms) => terms.isScenario && loanFields.every((field) => terms[field] !== '');

export const loanCalculator = (
  queries: QueryClient,
): CalculatorDefinition<LoanTerms, LoanTerms, LoanOutcome> => ({
  initial: () => structuredClone(emptyTerms),
  cleared: (inputs) => ({ ...inputs, ...emptyInputs }),
  firstField: 'total_loan_amount',
  // The server validates live terms.
  resolver: async (terms, ...rest) =>
    isLive(terms) ? { values: terms, errors: {} } : await resolver(terms, ...rest),
  termsOf: (inputs) => inputs,
  read({ search, hash }) {
    const loan = inputsOf(new URLSearchParams(search));
    if (!loan) return null;
    const isScenario = hash.startsWith(scenarioFragmentStart);
    const { options, ...others } = readFragment(isScenario ? hash : scenarioFragmentStart);
    const { comparedScenarios, unrecognized } = others;
    return { inputs: { ...loan, ...options, isScenario, comparedScenarios }, unrecognized };
  },
  urlOf: (terms, outcome) => loanUrlOf(terms, outcome?.ratesFrom === null ? '' : terms.rates_from),
  async compute(terms, signal) {
    const scenario = scenarioTermsOf(terms);
    if (!terms.isScenario) {
      const { msg, data: result } = await call('calculatePrincipal', { body: scenario.loan, signal });
      return { msg, result };
    }
    const [answer, ratesFrom] = await Promise.all([
      scenarioAnswer(queries, scenario, signal),
      ratesFromOf(queries, scenario),
    ]);
    return { msg: '', result: answer.scenario, answer, ratesFrom };
  },
  fieldOf: (path, terms) =>
    path === 'offset' ? 'offset.balance' : (formPath(path, terms) as FieldPath<LoanTerms>),
  isLive,
  successOf: ({ msg }) => msg || loanMessages.calculationSuccessful,
  lastVisitKey: 'lastLoan',
});

function loanUrlOf(terms: LoanTerms, rates_from: string): string {
  const url = `${paths.loanCalculator}?${searchOf(terms)}`;
  return terms.isScenario ? url + fragmentOf({ ...terms, rates_from }, terms.comparedScenarios) : url;
}

/** Separates the loan from its options. */
export function scenarioTermsOf({
  isScenario: _isScenario,
  comparedScenarios: _compared,
  total_loan_amount,
  duration_months,
  annual_interest_rate,
  compounding_frequency,
  ...options
}: LoanTerms): ScenarioTerms {
  return {
    loan: { total_loan_amount, duration_months, annual_interest_rate, compounding_frequency },
    options,
  };
}
