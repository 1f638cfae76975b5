import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import { offsetDaysOf, type SupportedLoan, supportedLoan } from 'engine/followed-loans/supported-loan.ts';
import type { LoadedLoan } from '#features/followed-loans/followed-loans.queries.ts';
import { runSlices } from '#parts/calculator/run-slices.ts';

export interface SupportedCheck extends SupportedLoan {
  offsetDays: ReturnType<typeof offsetDaysOf>;
}

/** The check of a loan as its page has it: what nothing proves is not called wrong. Undefined until it is known, and without a check. */
export function useSupportedCheck({ loan, figures }: LoadedLoan): SupportedCheck | undefined {
  const { check } = figures;
  const { data } = useQuery({
    queryKey: ['supportedCheck', loan.id, loan.version],
    queryFn: async ({ signal }): Promise<SupportedCheck | null> => {
      if (!check) return null;
      const input = FollowedLoanInput.parse(loan.input);
      const supported = await runSlices(supportedLoan(input, check), signal);
      return {
        ...supported,
        offsetDays: offsetDaysOf(input.offset_accounts.map(({ balances }) => balances)),
      };
    },
    placeholderData: keepPreviousData,
    // Computed on the device.
    networkMode: 'always',
    gcTime: 0,
  });
  return data ?? undefined;
}
