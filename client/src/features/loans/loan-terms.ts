import { scenarioFragmentStart } from 'contract/calculations/link-names.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import type { FieldPath } from 'react-hook-form';
import { emptyInputs, inputsOf, missingTerm, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { formPath, scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';
import { fragmentOf, readFragment } from '#parts/calculator/scenario/scenario-link.ts';
import type { CalculatorDefinition } from '#parts/calculator/calculator-definition.ts';
import type { Calculator } from '#parts/calculator/use-calculator.ts';
import { contractResolver, lazySchema } from '#parts/form/contract-resolver.ts';
import { openFieldOf, readValues } from '#parts/form/typed-fields.ts';
import { paths } from '#parts/navigation/paths.ts';
import { UserError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { LoanOutcome } from './loan-calculation.ts';

/** The inputs of the loan and the options of WHAT IF. */
export interface LoanTerms extends LoanRequestInput, ScenarioInputs {
  /** Whether the options are in use. */
  isScenario: boolean;
  comparedScenarios: ScenarioTerms[];
}

export type LoanCalculator = Calculator<LoanTerms, LoanTerms, LoanOutcome>;

const emptyTerms: LoanTerms = {
  ...emptyInputs,
  ...emptyScenario,
  isScenario: false,
  comparedScenarios: [],
};

export const loanCalculator: CalculatorDefinition<LoanTerms, LoanTerms, LoanOutcome> = {
  initial: () => structuredClone(emptyTerms),
  cleared: (inputs) => ({ ...inputs, ...emptyInputs }),
  firstField: 'total_loan_amount',
  resolver: contractResolver<LoanTerms>({
    schema: lazySchema(async () => (await import('contract/scenarios/scenario-fields.ts')).Scenario),
    toBody: (inputs) => {
      const { loan, options } = scenarioTermsOf(readValues(inputs));
      return scenarioOf({ loan, options: inputs.isScenario ? options : emptyScenario });
    },
    fieldOf: pathOf,
  }),
  termsOf: readValues,
  read({ search, hash }) {
    const loan = inputsOf(new URLSearchParams(search));
    if (!loan) return null;
    const isScenario = hash.startsWith(scenarioFragmentStart);
    const { options, ...others } = readFragment(isScenario ? hash : scenarioFragmentStart);
    const { comparedScenarios, unrecognized } = others;
    const inputs = { ...loan, ...options, isScenario, comparedScenarios };
    return { inputs, unrecognized, openField: openFieldOf(inputs, missingTerm(loan)) };
  },
  urlOf: (terms) => {
    const url = `${paths.loanCalculator}?${searchOf(terms)}`;
    return terms.isScenario ? url + fragmentOf(terms, terms.comparedScenarios) : url;
  },
  load: loadCalculation,
  async submit(terms, signal) {
    if (terms.isScenario) {
      const calculateTerms = await loadCalculation();
      const outcome = calculateTerms(terms);
      toast.success(loanMessages.calculationSuccessful);
      return outcome;
    }
    const response = await call('calculatePrincipal', { body: scenarioTermsOf(terms).loan, signal });
    // Another server may respond without a result.
    const { msg, data }: Partial<typeof response> = response;
    if (!data) throw new UserError(loanMessages.calculationFailed);
    toast.success(msg || loanMessages.calculationSuccessful);
    return { result: data };
  },
  fieldOf: pathOf,
};

/** A change by the screen itself leaves the state of the fields. */
export const resetState = {
  keepErrors: true,
  keepFieldsRef: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
};

async function loadCalculation() {
  const { calculateLoan, calculateScenario } = await import('./loan-calculation.ts');
  return (terms: LoanTerms): LoanOutcome =>
    terms.isScenario ? calculateScenario(scenarioTermsOf(terms)) : calculateLoan(scenarioTermsOf(terms).loan);
}

function pathOf(path: string, terms: LoanTerms): FieldPath<LoanTerms> {
  return path === 'offset' ? 'offset.balance' : (formPath(path, terms) as FieldPath<LoanTerms>);
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
