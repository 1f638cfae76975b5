import { skipToken, useQuery } from '@tanstack/react-query';
import type { SwitchResult } from 'contract/scenarios/switching.ts';
import { call } from '#session/call.ts';
import { type SwitchInputs, switchRequest } from './switch-inputs.ts';

export type StayResult = SwitchResult['stay'];
export type OfferResult = SwitchResult['offers'][number];
export type OfferWay = OfferResult['least'];

/** A result with its terms. */
export interface SwitchAnswer {
  inputs: SwitchInputs;
  result: SwitchResult;
}

/** Short, because each key produces a result with a whole schedule. */
const cachedMs = 10_000;

export function useSwitchResult(inputs: SwitchInputs | null) {
  return useQuery({
    queryKey: ['switchLoan', inputs],
    queryFn: inputs
      ? async ({ signal }): Promise<SwitchAnswer> => {
          const { data } = await call('switchLoan', { body: switchRequest(inputs), signal });
          return { inputs, result: data };
        }
      : skipToken,
    staleTime: Infinity,
    gcTime: cachedMs,
  });
}
