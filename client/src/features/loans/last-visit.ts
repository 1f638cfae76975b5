import type { QueryClient } from '@tanstack/react-query';
import type { LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';

export interface Calculation {
  terms: LoanRequestInput;
  result: LoanResult;
}

interface LastVisit {
  /** The query string and fragment of the last calculation. */
  url: string;
  calculation?: Calculation | undefined;
}

const key = ['loanCalculator', 'lastVisit'];
const none: LastVisit = { url: '' };

/**
 * The last calculation, for a later visit. In memory only, and cleared when the session changes: calculations are not
 * stored.
 */
export function lastVisit(queries: QueryClient) {
  const get = () => queries.getQueryData<LastVisit>(key) ?? none;
  return {
    get,
    set: (visit: Partial<LastVisit>) => {
      queries.setQueryDefaults(key, { gcTime: Infinity });
      queries.setQueryData(key, { ...get(), ...visit });
    },
  };
}
