import { useQuery } from '@tanstack/react-query';
import { formatAud, formatDuration } from '#parts/format/format.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { goalDeposit, type SavingsTerms } from './savings-terms.ts';

interface SavingsGoalProps {
  terms: SavingsTerms;
  finalBalance: number;
  /** Fills the deposit into the form. */
  onUse: (deposit: number) => void;
}

/** The deposit that reaches the goal, and the final balance of the current one. */
export function SavingsGoal({ terms, finalBalance, onUse }: SavingsGoalProps) {
  const { data: deposit, error } = useQuery(goalDeposit(terms));
  const goal = Number(terms.target_amount);
  const missing = goal - finalBalance;
  return (
    <Panel title="Goal">
      {error ? (
        <Alert tone="error" title="Calculation Error" role="alert">
          <p>{error.message}</p>
        </Alert>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p>
            {missing > 0
              ? `These deposits are ${formatAud(missing)} short of ${formatAud(goal)}.`
              : `These deposits reach ${formatAud(goal)}.`}
          </p>
          {deposit !== undefined && (
            <>
              <p>
                The smallest deposit that reaches it in {formatDuration(Number(terms.duration_months))}:{' '}
                <strong className="text-accent tabular-nums">{formatAud(deposit)}</strong> a month.
              </p>
              <Button className="print:hidden" onClick={() => onUse(deposit)}>
                Use this deposit
              </Button>
            </>
          )}
        </div>
      )}
    </Panel>
  );
}
