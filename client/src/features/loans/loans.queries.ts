import { useMutation } from '@tanstack/react-query';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { useRef } from 'react';
import { call } from '#session/call.ts';

/** One calculation at a time: a new one aborts the previous one, as does `stop`. */
export function useCalculatePrincipal() {
  const running = useRef<AbortController>(null);
  const stop = () => running.current?.abort();

  const mutation = useMutation({
    mutationFn: (body: LoanRequestInput) => {
      stop();
      running.current = new AbortController();
      return call('calculatePrincipal', { body, signal: running.current.signal });
    },
  });

  return { ...mutation, stop };
}
