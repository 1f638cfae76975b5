import { loanQuery, scenarioFragmentStart } from 'contract/calculations/link-names.ts';
import { type Pair, textOfPairs } from 'contract/calculations/url-pairs.ts';
import { optionPairs, readOption } from 'contract/scenarios/option-links.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { inputsOf, searchOf } from '#parts/calculator/loan/loan-inputs.ts';
import { readRecord } from '#parts/calculator/method-record.ts';
import { maxComparedScenarios, type ScenarioTerms } from './scenario-inputs.ts';

/** The URL fragment of the options and of the scenarios that are saved for comparison. */
export function fragmentOf(
  options: ScenarioInputs,
  comparedScenarios: readonly ScenarioTerms[] = [],
): string {
  const compared = comparedScenarios.map(({ loan, options: others }): Pair => [
    'keep',
    `${searchOf(loan)}&${textOfPairs(optionPairs({ ...others }))}`,
  ]);
  const text = textOfPairs([...optionPairs({ ...options }), ...compared]);
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
function readPairs(pairs: URLSearchParams): ParsedLink {
  const link: ParsedLink = {
    options: structuredClone(emptyScenario),
    comparedScenarios: [],
    unrecognized: [],
  };
  for (const [name, value] of pairs) {
    const isRead = name === 'keep' ? readCompared(value, link) : readOption(link.options, name, value);
    if (!isRead) link.unrecognized.push(`${name}=${value}`);
  }
  return link;
}

const loanNames = Object.values(loanQuery);

function readCompared(value: string, { comparedScenarios, unrecognized }: ParsedLink): boolean {
  const pairs = new URLSearchParams(value);
  const loan = inputsOf(pairs);
  if (!loan || comparedScenarios.length >= maxComparedScenarios) return false;
  for (const name of loanNames) pairs.delete(name);
  const scenario = readPairs(pairs);
  unrecognized.push(...scenario.unrecognized);
  comparedScenarios.push({ loan, options: scenario.options });
  return true;
}
