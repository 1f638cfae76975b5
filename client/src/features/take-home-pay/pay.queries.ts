import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { payPeriods } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { call } from '#session/call.ts';
import type { PayTerms } from './pay-terms.ts';

export const taxYears = queryOptions({
  queryKey: ['listTaxYears'],
  queryFn: async () => (await call('listTaxYears')).data,
  staleTime: Infinity,
});

/** Deterministic, so never stale. The previous result stays while the next one loads. */
export function useTakeHomePay(terms: PayTerms | null) {
  return useQuery({
    queryKey: ['calculateTakeHomePay', terms],
    queryFn: terms
      ? async ({ signal }) => (await call('calculateTakeHomePay', { body: payRequest(terms), signal })).data
      : skipToken,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

export const periodOf = ({ period }: Pick<PayTerms, 'period'>) =>
  payPeriods.find((one) => one === period) ?? 'yearly';

export function payRequest(terms: PayTerms) {
  return {
    income: terms.income,
    period: periodOf(terms),
    income_year: terms.income_year || null,
    salary_sacrifice: terms.salary_sacrifice || null,
    study_loan: terms.study_loan === 'true',
    compare_year: terms.compare_year || null,
  };
}
