import { useQueryClient } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';

/** @returns a function that refetches what these operations have read. */
export function useInvalidation(operations: readonly OperationName[]) {
  const queries = useQueryClient();
  return () => Promise.all(operations.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
