import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScenarioResult } from 'contract/workshop.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#session/call.ts';
import {
  emptyWhatIf,
  hasOptions,
  scenarioOf,
  type ScenarioTerms,
} from '#parts/calculator/what-if/what-if-inputs.ts';

export interface ScenarioAnswer {
  terms: ScenarioTerms;
  scenario: ScenarioResult;
  /** The same loan without any option. */
  plain: ScenarioResult;
}

/** The next terms are asked for so long after the last ones were answered: a slider moves every few milliseconds. */
const pauseMs = 30;
/** Answers that are slower than this dim what is shown meanwhile. */
const slowMs = 300;
/** A slider leaves hundreds of answers behind, each with its whole schedule. */
const keptMs = 10_000;

export function scenarioQuery(queries: QueryClient, terms: ScenarioTerms) {
  return {
    queryKey: ['calculateScenario', terms],
    queryFn: async ({ signal }: { signal?: AbortSignal }): Promise<ScenarioAnswer> => {
      const plainTerms = { loan: terms.loan, options: emptyWhatIf };
      const [plain, scenario] = await Promise.all([
        queries.fetchQuery({
          queryKey: ['calculateScenario', 'plain', terms.loan],
          queryFn: () => ask(plainTerms),
          staleTime: Infinity,
          gcTime: keptMs,
          retry: false,
        }),
        hasOptions(terms.options) ? ask(terms, signal) : undefined,
      ]);
      return { terms, plain, scenario: scenario ?? plain };
    },
    staleTime: Infinity,
    gcTime: keptMs,
    retry: false,
  };
}

async function ask(terms: ScenarioTerms, signal?: AbortSignal): Promise<ScenarioResult> {
  return (await call('calculateScenario', { body: scenarioOf(terms), signal })).data;
}

/**
 * The calculation of terms that change with every key and with every move of a slider: one at a time, the newest next,
 * without a button. The last answer stays until there is another.
 * @param terms null while they are not complete.
 */
export function useScenario(terms: ScenarioTerms | null) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState(terms);
  const [answer, setAnswer] = useState<ScenarioAnswer>();
  const { data, error, isFetching } = useQuery({
    ...scenarioQuery(queries, asked ?? { loan: emptyLoan, options: emptyWhatIf }),
    enabled: asked !== null,
  });
  if (data && data !== answer) setAnswer(data);

  const isAsked = JSON.stringify(asked) === JSON.stringify(terms);
  const askNext = useEffectEvent(() => setAsked(terms));
  useEffect(() => {
    if (isAsked || isFetching) return;
    const pause = setTimeout(() => askNext(), pauseMs);
    return () => clearTimeout(pause);
  }, [isAsked, isFetching]);

  const isPending = isFetching || !isAsked;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const wait = setTimeout(() => setSlow(isPending), isPending ? slowMs : 0);
    return () => clearTimeout(wait);
  }, [isPending]);

  return { answer: terms ? answer : undefined, error: isAsked ? error : null, isPending, isSlow };
}

const emptyLoan = {
  total_loan_amount: '',
  duration_months: '',
  annual_interest_rate: '',
  compounding_frequency: 'monthly',
} as const;
