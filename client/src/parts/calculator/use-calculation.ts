import { Refusal } from 'engine/refusal.ts';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { UserError } from '#api/api-error.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { HistoryUpdate } from './use-terms-url.ts';

/** Computes the result of terms. Throws an error with details by field for terms that cannot be used. */
export type Compute<Terms, Result> = (terms: Terms, signal: AbortSignal) => Result | Promise<Result>;

/** A result with its terms. */
export interface CalculatorOutput<Terms, Result> {
  terms: Terms;
  result: Result;
  /** The absolute URL of the result. The page's URL may be updated later. */
  link: string;
}

export interface CalculationRequest<Terms, Result> {
  terms: Terms;
  link: string;
  historyUpdate: HistoryUpdate;
  compute: Compute<Terms, Result>;
}

interface CalculationFailure {
  error: Error;
  /** Whether the user pressed Calculate. */
  isRequested: boolean;
}

/** After this time a running calculation dims the previous result. */
export const slowMs = 300;

/**
 * The newest result. A calculation ends the one before it.
 * @param refuse displays the details of an error by field; false for an error without details.
 */
export function useCalculation<Terms, Result>(
  restored: CalculatorOutput<Terms, Result> | undefined,
  refuse: (error: unknown, request: CalculationRequest<Terms, Result>) => boolean,
) {
  const [output, setOutput] = useState(restored);
  const [failure, setFailure] = useState<CalculationFailure>();
  const [isPending, setIsPending] = useState(false);
  /** The last request that was calculated, or that failed without being refused. */
  const [completed, setCompleted] = useState<CalculationRequest<Terms, Result>>();
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    setIsPending(false);
  }, []);
  useEffect(() => stop, [stop]);

  const calculate = useCallback(
    async (request: CalculationRequest<Terms, Result>) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const { terms, link, compute } = request;
      const isRequested = request.historyUpdate === 'calculation';
      const pending = setTimeout(() => setIsPending(true), isRequested ? 0 : slowMs);
      try {
        const result = await compute(terms, signal);
        if (signal.aborted) return;
        // A transition, because rendering a result with its tables may take longer than the next key press.
        startTransition(() => {
          setOutput({ terms, result, link });
          setFailure(undefined);
          setCompleted(request);
        });
      } catch (error) {
        if (signal.aborted) return;
        toast.closeSuccess();
        const isRefused = refuse(error, request);
        // A refusal of the engine appears beside its fields only. A response of the server also has a message.
        setFailure(error instanceof Refusal ? undefined : { error: userErrorOf(error), isRequested });
        if (!isRefused) setCompleted(request);
      } finally {
        clearTimeout(pending);
        if (!signal.aborted) setIsPending(false);
      }
    },
    [refuse],
  );

  /** Replaces the result, or discards it, with the request of a result that is still being rendered. */
  const replaceOutput = useCallback(
    (newOutput: CalculatorOutput<Terms, Result> | undefined) => {
      stop();
      setOutput(newOutput);
      setFailure(undefined);
      setCompleted(undefined);
    },
    [stop],
  );

  return { output, failure, isPending, completed, calculate, replaceOutput, stop };
}

/** Hides the message of an error of the app itself. */
function userErrorOf(error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError('These terms could not be calculated. They are still in the form.', { cause: error });
}
