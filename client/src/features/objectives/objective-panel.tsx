import { objectiveLimits, objectiveMessages } from 'contract/objectives/objectives.constants.ts';
import type { Objective } from 'contract/objectives/objectives.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numbered } from '#parts/format/numbered.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { apiQuery } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { ObjectiveDialog } from './objective-dialog.tsx';
import { ObjectiveTable } from './objective-table.tsx';
import { useDeleteObjective, useObjectives } from './objectives.queries.ts';

/** The user's objectives by target date, the nearest first; on the page of a followed loan those that it fills, its goals. */
export function ObjectivePanel({ loanId }: { loanId?: string }) {
  const query = useObjectives();
  const { data: loans = [] } = useQuery({ ...apiQuery('listLoans'), select: ({ data }) => numbered(data) });
  const [edited, setEdited] = useState<Objective | 'new' | null>(null);
  const { mutate: remove } = useDeleteObjective();
  const isFull = (query.data?.length ?? 0) >= objectiveLimits.objectives;
  const title = loanId ? 'Goals' : 'Objectives';
  return (
    <Panel
      title={title}
      id={title.toLowerCase()}
      className={loanId && 'print:hidden'}
      aside={
        query.data && (
          <Button
            variant="ghost"
            aria-disabled={isFull || undefined}
            onClick={() => !isFull && setEdited('new')}
          >
            {loanId ? 'Set a goal' : 'Set an objective'}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        failure="Your objectives could not be loaded."
        className="flex flex-col gap-4"
        loading={<LoadingRows rows={4} />}
      >
        {(all) => {
          const objectives = loanId ? all.filter(({ loan_id }) => loan_id === loanId) : all;
          return (
            <>
              {objectives.length > 0 ? (
                <ObjectiveTable
                  label={title}
                  objectives={objectives}
                  loans={loans}
                  isOfLoan={loanId !== undefined}
                  edit={setEdited}
                  remove={remove}
                />
              ) : (
                <p className="text-muted">
                  {loanId
                    ? 'Set a day by which you want to have paid the loan off, or to owe less.'
                    : 'Set a debt to pay off or an amount to save by a date. You will see your progress and how much you need each month. Update the amount to follow it on a chart.'}
                </p>
              )}
              {isFull && <p className="text-muted">{objectiveMessages.tooManyObjectives}</p>}
            </>
          );
        }}
      </QueryState>
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
