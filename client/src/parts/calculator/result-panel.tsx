import type { ReactNode } from 'react';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';

interface ResultPanelProps {
  title: string;
  error: Error | null;
  /** Since the calculation. */
  isChanged: boolean;
  isPending: boolean;
  children: ReactNode;
}

export function ResultPanel({ title, error, isChanged, isPending, children }: ResultPanelProps) {
  const state = isPending ? 'CALCULATING' : isChanged ? 'TERMS CHANGED' : undefined;
  return (
    <Panel title={title} aside={state}>
      <div className="flex flex-col gap-4" aria-busy={isPending}>
        {error ? (
          <Alert tone="error" title="Calculation Error" role="alert">
            <p>{error.message}</p>
          </Alert>
        ) : (
          children
        )}
      </div>
    </Panel>
  );
}
