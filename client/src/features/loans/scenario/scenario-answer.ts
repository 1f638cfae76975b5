import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import { hasOptions, scenarioOf, type ScenarioTerms } from '#parts/calculator/scenario/scenario-inputs.ts';

export interface ScenarioAnswer {
  terms: ScenarioTerms;
  scenario: ScenarioResult;
  /** The same loan without any option. */
  plain: ScenarioResult;
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
