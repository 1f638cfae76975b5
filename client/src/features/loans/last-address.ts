import type { QueryClient } from '@tanstack/react-query';

const key = ['loanCalculator', 'lastAddress'];

/**
 * The query and fragment of the last calculation, for a visit after one elsewhere. In the page's memory only, and gone
 * when the session changes: calculations are not stored.
 */
export function lastAddress(queries: QueryClient) {
  return {
    get: () => queries.getQueryData<string>(key) ?? '',
    set: (address: string) => {
      queries.setQueryDefaults(key, { gcTime: Infinity });
      queries.setQueryData(key, address);
    },
  };
}
