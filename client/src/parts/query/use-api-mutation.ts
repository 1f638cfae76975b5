import { useMutation } from '@tanstack/react-query';
import { toast } from '#ui/feedback/toast.ts';
import { type Invalidated, useInvalidation } from './use-invalidation.ts';

interface ApiMutationOptions<Variables, Result> {
  mutationFn: (variables: Variables) => Promise<Result>;
  invalidates: Invalidated;
  /** The toast after success. */
  success?: (result: Result, variables: Variables) => string;
  /** For mutations without a form that displays the failure. The screen may be outdated, so it is refetched then. */
  toastsFailure?: boolean | ((error: Error) => string);
}

/** A change on the server. */
export function useApiMutation<Variables, Result>({
  mutationFn,
  invalidates,
  success,
  toastsFailure = false,
}: ApiMutationOptions<Variables, Result>) {
  const invalidate = useInvalidation(invalidates);
  return useMutation({
    mutationFn,
    onSuccess: (result, variables) => success && toast.success(success(result, variables)),
    onError: (error) => {
      if (toastsFailure) toast.error(toastsFailure === true ? error.message : toastsFailure(error));
    },
    onSettled: (_result, error) => (error && !toastsFailure ? undefined : invalidate()),
  });
}
