import { useState } from 'react';
import { objectiveLimits, objectiveMessages } from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { ObjectiveCard } from './objective-card.tsx';
import { ObjectiveDialog } from './objective-dialog.tsx';
import { useDeleteObjective, useObjectives } from './objectives.queries.ts';

/** Lists objectives by target date, the nearest first. */
export function Objectives() {
  const query = useObjectives();
  const { mutate: remove } = useDeleteObjective();
  const [edited, setEdited] = useState<Objective | 'new' | null>(null);
  const count = query.data?.length ?? 0;
  const isFull = count >= objectiveLimits.objectives;

  return (
    <Disclosure title="Objectives" aside={count > 0 && `${count} set`}>
      <QueryState
        query={query}
        failure="Your objectives could not be loaded."
        className="flex flex-col gap-4"
      >
        {(objectives) => (
          <>
            {objectives.length === 0 && (
              <p className="text-muted">
                Set a debt to pay off or an amount to save by a date. You will see your progress and how much
                you need each month. Update the amount to follow it on a chart.
              </p>
            )}
            <ul
              className="grid grid-fill-[24rem] gap-4 empty:hidden focus:outline-none"
              aria-label="Objectives"
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
              variant={objectives.length === 0 ? 'primary' : 'secondary'}
              aria-disabled={isFull || undefined}
              onClick={() => !isFull && setEdited('new')}
            >
              Set an objective
            </Button>
          </>
        )}
      </QueryState>
      {edited && (
        <ObjectiveDialog objective={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
    </Disclosure>
  );
}
