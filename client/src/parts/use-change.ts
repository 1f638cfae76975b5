import { useMutation } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import { toast } from '#ui/toast.ts';
import { useInvalidation } from './use-invalidation.ts';

interface Change<Given, Result> {
  change: (given: Given) => Promise<Result>;
  /** What reads the changed: it reads again. */
  readBy: readonly OperationName[];
  said: (result: Result, given: Given) => string;
  /** For changes without a form, which would show why they fail. What is shown may be outdated: it is read again, too. */
  failed?: (error: Error) => string;
}

/** A change on the server, with a toast on what came of it. */
export function useChange<Given, Result>({ change, readBy, said, failed }: Change<Given, Result>) {
  const readAgain = useInvalidation(readBy);
  return useMutation({
    mutationFn: change,
    onSuccess: (result, given) => toast.success(said(result, given)),
    onError: (error) => failed && toast.error(failed(error)),
    onSettled: (_result, error) => (error && !failed ? undefined : readAgain()),
  });
}
