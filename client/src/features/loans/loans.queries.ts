import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { useRef } from 'react';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';

/** One calculation at a time: a new one aborts the previous one, as does `stop`. */
export function useCalculatePrincipal() {
  const running = useRef<AbortController>(null);
  const stop = () => running.current?.abort();

  const mutation = useApiMutation({
    mutationFn: (body: LoanRequestInput) => {
      stop();
      running.current = new AbortController();
      return call('calculatePrincipal', { body, signal: running.current.signal });
    },
  });

  return { ...mutation, stop };
}
