import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { call } from '#session/call.ts';
import {
  emptyScenario,
  hasOptions,
  scenarioOf,
  type ScenarioTerms,
} from '#parts/calculator/scenario/scenario-inputs.ts';

export interface ScenarioAnswer {
  terms: ScenarioTerms;
  scenario: ScenarioResult;
  /** The same loan without any option. */
  plain: ScenarioResult;
}

/** The pause between a response and the next request: a slider moves every few milliseconds. */
const pauseMs = 30;
/** After this time the previous result is dimmed. */
const slowMs = 300;
/** Short, because a slider produces hundreds of results, each with a whole schedule. */
const cacheMs = 10_000;

export function scenarioQuery(queries: QueryClient, terms: ScenarioTerms) {
  return {
    queryKey: ['calculateScenario', terms],
    queryFn: async ({ signal }: { signal?: AbortSignal }): Promise<ScenarioAnswer> => {
      const plainTerms = { loan: terms.loan, options: emptyScenario };
      const [plain, scenario] = await Promise.all([
        queries.fetchQuery({
          queryKey: ['calculateScenario', 'plain', terms.loan],
          queryFn: () => fetchResult(plainTerms),
          staleTime: Infinity,
          gcTime: cacheMs,
          retry: false,
        }),
        hasOptions(terms.options) ? fetchResult(terms, signal) : undefined,
      ]);
      return { terms, plain, scenario: scenario ?? plain };
    },
    staleTime: Infinity,
    gcTime: cacheMs,
    retry: false,
  };
}

async function fetchResult(terms: ScenarioTerms, signal?: AbortSignal): Promise<ScenarioResult> {
  return (await call('calculateScenario', { body: scenarioOf(terms), signal })).data;
}

/**
 * Calculates terms that change with every key or slider move: one request at a time, then the newest terms. The last
 * result stays meanwhile, and after a failure.
 * @param terms null while incomplete.
 * @param isEmpty whether the form is empty: there is no result then.
 */
export function useScenario(terms: ScenarioTerms | null, isEmpty: boolean) {
  const queries = useQueryClient();
  const [requested, setRequested] = useState(terms);
  const [answer, setAnswer] = useState<ScenarioAnswer>();
  const { data, error, isFetching, refetch } = useQuery({
    ...scenarioQuery(queries, requested ?? { loan: emptyInputs, options: emptyScenario }),
    enabled: requested !== null,
  });
  if (isEmpty && answer) setAnswer(undefined);
  if (!isEmpty && data && data !== answer) setAnswer(data);

  const isRequested = JSON.stringify(requested) === JSON.stringify(terms);
  const requestNext = useEffectEvent(() => setRequested(terms));
  useEffect(() => {
    if (isRequested || isFetching) return;
    const pause = setTimeout(() => requestNext(), pauseMs);
    return () => clearTimeout(pause);
  }, [isRequested, isFetching]);

  const isPending = isFetching || !isRequested;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const wait = setTimeout(() => setSlow(isPending), isPending ? slowMs : 0);
    return () => clearTimeout(wait);
  }, [isPending]);

  return { answer, error: isRequested ? error : null, retry: refetch, isPending, isSlow };
}
