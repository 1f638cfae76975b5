import type { QueryClient } from '@tanstack/react-query';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import {
  emptyScenario,
  hasOptions,
  scenarioOf,
  type ScenarioTerms,
} from '#parts/calculator/scenario/scenario-inputs.ts';
import { call } from '#session/call.ts';

export interface ScenarioAnswer {
  terms: ScenarioTerms;
  scenario: ScenarioResult;
  /** The same loan without any option. */
  plain: ScenarioResult;
}

/** Short, because a slider produces hundreds of results, each with a whole schedule. */
const cacheMs = 10_000;

export async function scenarioAnswer(
  queries: QueryClient,
  terms: ScenarioTerms,
  signal: AbortSignal,
): Promise<ScenarioAnswer> {
  const [plain, scenario] = await Promise.all([
    queries.fetchQuery({
      queryKey: ['calculateScenario', 'plain', terms.loan],
      queryFn: () => fetchResult({ loan: terms.loan, options: emptyScenario }),
      staleTime: Infinity,
      gcTime: cacheMs,
      retry: false,
    }),
    hasOptions(terms.options) ? fetchResult(terms, signal) : undefined,
  ]);
  return { terms, plain, scenario: scenario ?? plain };
}

async function fetchResult(terms: ScenarioTerms, signal?: AbortSignal): Promise<ScenarioResult> {
  return (await call('calculateScenario', { body: scenarioOf(terms), signal })).data;
}
