import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Answer, CalculatorDefinition } from './use-calculator.ts';
import { partsOf } from './use-terms-url.ts';

/**
 * The last calculation, to which a visit without terms and one of the same URL return. In memory only, and cleared when
 * the session changes: calculations are not stored.
 */
export function useLastVisit<Inputs extends FieldValues, Terms, Result>({
  lastVisitKey,
  read,
}: CalculatorDefinition<Inputs, Terms, Result>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const isWithoutTerms = search + hash === '';
  // Restored synchronously, so that the scroll position after a step back is right.
  const [lastVisit] = useState(() => {
    const answer = lastVisitKey && queries.getQueryData<Answer<Terms, Result> | null>([lastVisitKey]);
    if (!answer) return undefined;
    const url = partsOf(answer.link);
    const inputs = read(url)?.inputs;
    const isOpened = isWithoutTerms || (search === url.search && hash === url.hash);
    return isOpened && inputs ? { answer, inputs, url } : undefined;
  });

  const restoreUrl = useEffectEvent(() => {
    if (lastVisit && isWithoutTerms)
      void navigate(lastVisit.url, { replace: true, preventScrollReset: true });
  });
  useEffect(() => restoreUrl(), []);

  const storeVisit = useCallback(
    (answer: Answer<Terms, Result> | null) => {
      if (lastVisitKey === undefined) return;
      queries.setQueryDefaults([lastVisitKey], { gcTime: Infinity });
      queries.setQueryData([lastVisitKey], answer);
    },
    [queries, lastVisitKey],
  );

  return { lastVisit, storeVisit };
}
