import { formatAud, formatDuration } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import type { SavingsTerms } from './savings-terms.ts';

interface SavingsGoalProps {
  terms: SavingsTerms;
  finalBalance: number;
  /** The smallest monthly deposit that reaches the goal. */
  deposit: number;
  /** Fills the deposit into the form. */
  onUse: (deposit: number) => void;
}

/** The deposit that reaches the goal, and the final balance of the current one. */
export function SavingsGoal({ terms, finalBalance, deposit, onUse }: SavingsGoalProps) {
  const goal = Number(terms.target_amount);
  const missing = goal - finalBalance;
  return (
    <Panel title="Goal">
      <div className="flex flex-col items-start gap-3">
        <p>
          {missing > 0
            ? `These deposits are ${formatAud(missing)} short of ${formatAud(goal)}.`
            : `These deposits reach ${formatAud(goal)}.`}
        </p>
        <p>
          The smallest deposit that reaches it in {formatDuration(Number(terms.duration_months))}:{' '}
          <strong className="text-strong tabular-nums">{formatAud(deposit)}</strong> a month.
        </p>
        <Button className="print:hidden" onClick={() => onUse(deposit)}>
          Use this deposit
        </Button>
      </div>
    </Panel>
  );
}
