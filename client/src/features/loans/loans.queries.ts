import { useMutation } from '@tanstack/react-query';
import type { LoanRequestInput } from 'contract/loans.ts';
import { messages } from 'contract/messages.ts';
import { useRef } from 'react';
import type { Answer } from '#api/call.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

/** One calculation at a time: a new one ends the one before, and `stop` ends whatever runs. */
export function useCalculatePrincipal() {
  const running = useRef<AbortController>(null);
  const stop = () => running.current?.abort();

  const mutation = useMutation<Answer<'calculatePrincipal'>, Error, LoanRequestInput>({
    mutationKey: ['calculatePrincipal'],
    mutationFn: (body) => {
      stop();
      running.current = new AbortController();
      return call('calculatePrincipal', { body, signal: running.current.signal });
    },
    onSuccess: ({ msg }) => toast.success(msg || messages.calculationSuccessful),
  });

  return { ...mutation, stop };
}
