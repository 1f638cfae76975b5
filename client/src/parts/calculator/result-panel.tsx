import { messages } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './result-panel.module.css';

interface ResultPanelProps {
  title: string;
  error: Error | null;
  /** Whether the form was changed since the calculation. */
  isChanged: boolean;
  isPending: boolean;
  children: ReactNode;
}

/** What was calculated, what went wrong, and whether it still belongs to the terms in the form. */
export function ResultPanel({ title, error, isChanged, isPending, children }: ResultPanelProps) {
  const state = isPending ? 'CALCULATING' : isChanged ? 'TERMS CHANGED' : undefined;
  return (
    <Panel title={title} aside={state}>
      <div className={styles.result} aria-busy={isPending}>
        {error ? (
          <Alert tone="error" title="Calculation Error" role="alert">
            <p>{error.message || messages.somethingWentWrong}</p>
          </Alert>
        ) : (
          children
        )}
      </div>
    </Panel>
  );
}
