import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CalculatorOutput, CalculatorDefinition } from './use-calculator.ts';
import { partsOf } from './use-terms-url.ts';

/**
 * The last calculation, to which a visit without terms or with the same URL returns. It is stored in memory only, and
 * removed when the session changes.
 */
export function useLastVisit<Inputs extends FieldValues, Terms, Result>({
  lastVisitKey,
  read,
}: CalculatorDefinition<Inputs, Terms, Result>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const isWithoutTerms = search + hash === '';
  // Restored synchronously, so that the scroll position after going back is correct.
  const [lastVisit] = useState(() => {
    const output =
      lastVisitKey && queries.getQueryData<CalculatorOutput<Terms, Result> | null>([lastVisitKey]);
    if (!output) return undefined;
    const url = partsOf(output.link);
    const inputs = read(url)?.inputs;
    const isRequested = isWithoutTerms || (search === url.search && hash === url.hash);
    return isRequested && inputs ? { output, inputs, url } : undefined;
  });

  const restoreUrl = useEffectEvent(() => {
    if (lastVisit && isWithoutTerms)
      void navigate(lastVisit.url, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    restoreUrl();
  }, []);

  const storeVisit = useCallback(
    (output: CalculatorOutput<Terms, Result> | null) => {
      if (lastVisitKey === undefined) return;
      queries.setQueryDefaults([lastVisitKey], { gcTime: Infinity });
      queries.setQueryData([lastVisitKey], output);
    },
    [queries, lastVisitKey],
  );

  return { lastVisit, storeVisit };
}
