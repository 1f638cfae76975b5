import type { Objective } from 'contract/objectives/objectives.ts';
import { useState } from 'react';
import { ObjectiveCard } from '#features/objectives/objective-card.tsx';
import { ObjectiveDialog } from '#features/objectives/objective-dialog.tsx';
import { useDeleteObjective } from '#features/objectives/objectives.queries.ts';
import { Button } from '#ui/controls/button.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';

interface LoanGoalsProps {
  loanId: string;
  /** Those that the loan fills. */
  objectives: readonly Objective[];
}

export function LoanGoals({ loanId, objectives }: LoanGoalsProps) {
  const [edited, setEdited] = useState<Objective | 'new' | null>(null);
  const { mutate: remove } = useDeleteObjective();
  return (
    <Panel title="Goals" className="print:hidden">
      <div className="flex flex-col gap-4">
        <ul className="grid grid-fill-[20rem] gap-4 empty:hidden" aria-label="Goals" {...focusRegion}>
          {objectives.map((objective) => (
            <ObjectiveCard
              key={objective.id}
              objective={objective}
              onEdit={() => setEdited(objective)}
              onRemove={() => remove(objective)}
            />
          ))}
        </ul>
        <Button className="self-start" onClick={() => setEdited('new')}>
          Set a goal
        </Button>
      </div>
      {edited && (
        <ObjectiveDialog
          objective={edited === 'new' ? undefined : edited}
          loanId={loanId}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
