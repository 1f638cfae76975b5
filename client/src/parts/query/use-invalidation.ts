import { useQueryClient } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';

/** The operations whose results change and are therefore refetched. */
export type Invalidated = readonly OperationName[] | 'everything';

/** @returns a function that refetches the results of these operations. */
export function useInvalidation(operations: Invalidated) {
  const queries = useQueryClient();
  return async () => {
    if (operations === 'everything') return queries.invalidateQueries();
    await Promise.all(operations.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
