import { useMutation } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import { toast } from '#ui/toast.ts';
import { useInvalidation } from './use-invalidation.ts';

interface Change<Given, Answer> {
  change: (given: Given) => Promise<Answer>;
  /** What reads the changed: it reads again. */
  readBy: readonly OperationName[];
  said: (answer: Answer, given: Given) => string;
  /** For changes without a form, which would show why they fail. What is shown may be outdated: it is read again, too. */
  failed?: (error: Error) => string;
}

/** A change on the server, with a toast on what came of it. */
export function useChange<Given, Answer>({ change, readBy, said, failed }: Change<Given, Answer>) {
  const readAgain = useInvalidation(readBy);
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, given) => toast.success(said(answer, given)),
    onError: (error) => failed && toast.error(failed(error)),
    onSettled: (_answer, error) => (error && !failed ? undefined : readAgain()),
  });
}
