import { objectiveLimits, objectiveMessages } from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { ObjectiveCard } from './objective-card.tsx';
import { ObjectiveDialog } from './objective-dialog.tsx';
import { useDeleteObjective } from './objectives.queries.ts';

interface ObjectiveCardsProps {
  label: string;
  objectives: readonly Objective[];
  /** How many the user has in all. */
  total: number;
  /** The followed loan that fills the objectives. */
  loanId?: string;
  addLabel: string;
}

/** Objectives that can be edited and deleted, and a button that adds one. */
export function ObjectiveCards({ label, objectives, total, loanId, addLabel }: ObjectiveCardsProps) {
  const [edited, setEdited] = useState<Objective | 'new' | null>(null);
  const { mutate: remove } = useDeleteObjective();
  const isFull = total >= objectiveLimits.objectives;
  return (
    <>
      <ul
        className="grid grid-fill-[22rem] gap-4 empty:hidden focus:outline-none"
        aria-label={label}
        {...focusRegion}
      >
        {objectives.map((objective) => (
          <ObjectiveCard
            key={objective.id}
            objective={objective}
            onEdit={() => setEdited(objective)}
            onRemove={() => remove(objective)}
          />
        ))}
      </ul>
      {isFull && <p className="text-muted">{objectiveMessages.tooManyObjectives}</p>}
      <Button
        className="self-start"
        variant={total === 0 && !loanId ? 'primary' : 'secondary'}
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && setEdited('new')}
      >
        {addLabel}
      </Button>
      {edited && (
        <ObjectiveDialog
          objective={edited === 'new' ? undefined : edited}
          loanId={loanId}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
