import type { Calculation } from 'contract/calculations/calculations.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useCalculations = (search: Search) =>
  useListPage(apiQuery('listCalculations', { query: searchFields(search) }), search.page);

/** The result by the current method, and the differences from the saved figures. */
export const computedCalculation = ({ id, date_updated }: Calculation) => ({
  ...apiQuery('getCalculation', { params: { id } }),
  queryKey: ['getCalculation', id, date_updated],
  staleTime: Infinity,
});

/** Replaces the saved figures with the current ones. */
export const useAcceptCalculation = ({ id }: Calculation) =>
  useOperation('acceptCalculation', {
    params: { id },
    toastsFailure: true,
    invalidates: ['listCalculations', 'getCalculation'],
  });

export const useUpdateCalculation = ({ id }: Calculation) =>
  useOperation('updateCalculation', { params: { id }, invalidates: ['listCalculations'] });

export const useShareCalculation = ({ id }: Calculation) =>
  useOperation('shareCalculation', { params: { id }, invalidates: ['listCalculations'] });
