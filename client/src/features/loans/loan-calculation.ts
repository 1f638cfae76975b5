/** The calculation on the device, loaded after the first paint. */
import { LoanRequest, type LoanRequestInput, type LoanResult } from 'contract/loans/loans.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { loanResult } from 'engine/calculators/loan.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { hasOptions, scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

/** A loan with options. */
export interface ScenarioAnswer {
  terms: ScenarioTerms;
  scenario: ScenarioResult;
  /** The same loan without any option. */
  plain: ScenarioResult;
}

export interface LoanOutcome {
  result: LoanResult | ScenarioResult;
  /** Of a loan with options. */
  answer?: ScenarioAnswer;
}

export const calculateLoan = (loan: LoanRequestInput): LoanOutcome => ({
  result: loanResult(LoanRequest.parse(loan)),
});

export function calculateScenario(terms: ScenarioTerms): LoanOutcome {
  const answer = scenarioAnswer(terms);
  return { result: answer.scenario, answer };
}

/** The plain loan of the last answer: while the options change, the same object, so that its charts are not drawn again. */
let lastPlain: { key: string; result: ScenarioResult } | undefined;

export function scenarioAnswer(terms: ScenarioTerms): ScenarioAnswer {
  const key = JSON.stringify(terms.loan);
  if (lastPlain?.key !== key) {
    lastPlain = { key, result: calculate({ loan: terms.loan, options: emptyScenario }) };
  }
  const { result: plain } = lastPlain;
  return { terms, plain, scenario: hasOptions(terms.options) ? calculate(terms) : plain };
}

const calculate = (terms: ScenarioTerms): ScenarioResult => scenarioResult(Scenario.parse(scenarioOf(terms)));
