import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { filledTerms } from '#parts/calculator/terms.ts';
import { call } from '#session/call.ts';
import { savingsDefinition, type SavingsTerms } from './savings-terms.ts';

/** Deterministic, so never stale. The previous result stays while the next one loads. */
const computed = { staleTime: Infinity, placeholderData: keepPreviousData } as const;

export function useSavings(terms: SavingsTerms | null) {
  return useQuery({
    ...computed,
    queryKey: ['calculateSavings', terms],
    queryFn: terms
      ? async ({ signal }) => (await call('calculateSavings', { body: savingsRequest(terms), signal })).data
      : skipToken,
  });
}

export function savingsRequest(terms: SavingsTerms) {
  const { inflation_rate } = filledTerms(savingsDefinition, terms);
  const { opening_balance, deposit_per_month, duration_months, annual_interest_rate } = terms;
  return { opening_balance, deposit_per_month, duration_months, annual_interest_rate, inflation_rate };
}

export function useGoalDeposit(terms: SavingsTerms | null) {
  return useQuery({
    ...computed,
    queryKey: ['solveLoan', 'deposit', terms],
    queryFn: terms?.target_amount
      ? async ({ signal }) => {
          const { opening_balance, target_amount, duration_months, annual_interest_rate } = terms;
          const body = { opening_balance, target_amount, duration_months, annual_interest_rate };
          return (await call('solveLoan', { body: { solve_for: 'deposit', ...body }, signal })).data.amount;
        }
      : skipToken,
  });
}
