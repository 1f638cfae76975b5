import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { deleteMatching, type Matching } from './matching.ts';
import type { RecordRow } from './record-rows.tsx';
import { type RecordSource, useInvalidateRecords } from './record-source.ts';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Runs until all are deleted, a call fails, or the user stops it or leaves the screen. */
export function useMatchingDeletion<Row extends RecordRow>(source: RecordSource<Row>) {
  const invalidate = useInvalidateRecords(source);
  const [deleted, setDeleted] = useState(0);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const { mutate, reset, variables, isPending, error, data } = useMutation({
    mutationFn: async (matching: Matching) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      try {
        const msg = await deleteMatching(source, matching, {
          signal,
          onDeleted: (rows) => setDeleted((before) => before + rows),
        });
        if (msg) toast.success(msg);
        return { isStopped: false };
      } catch (failure) {
        if (!isAbort(failure)) throw failure;
        return { isStopped: true };
      }
    },
    onSettled: invalidate,
  });

  return {
    deleted,
    isPending,
    isStopped: data?.isStopped ?? false,
    error,
    matching: variables,
    start: (matching: Matching) => {
      setDeleted(0);
      mutate(matching);
    },
    resume: () => variables && mutate(variables),
    stop: () => abort.current?.abort(),
    reset,
  };
}

export type MatchingDeletion = ReturnType<typeof useMatchingDeletion>;
