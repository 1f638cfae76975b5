import { QueryState } from '#parts/query/query-state.tsx';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { ObjectiveCards } from './objective-cards.tsx';
import { useObjectives } from './objectives.queries.ts';

/** Lists objectives by target date, the nearest first. */
export function Objectives() {
  const query = useObjectives();
  const total = query.data?.length ?? 0;
  return (
    <Disclosure title="Objectives" aside={total > 0 && `${total} set`}>
      <QueryState
        query={query}
        failure="Your objectives could not be loaded."
        className="flex flex-col gap-4"
      >
        {(objectives) => (
          <>
            {total === 0 && (
              <p className="text-muted">
                Set a debt to pay off or an amount to save by a date. You will see your progress and how much
                you need each month. Update the amount to follow it on a chart.
              </p>
            )}
            <ObjectiveCards
              label="Objectives"
              objectives={objectives}
              total={total}
              addLabel="Set an objective"
            />
          </>
        )}
      </QueryState>
    </Disclosure>
  );
}
