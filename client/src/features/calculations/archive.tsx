import type { Calculation } from 'contract/calculations/calculations.ts';
import { useState } from 'react';
import { PagedList } from '#parts/list/paged-list.tsx';
import {
  hasNewerMethod,
  newerMethodText,
  newerMethodTitle,
  ReloadPageButton,
} from '#parts/calculator/saved/newer-method.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { ArchiveFilter, filterFields } from './archive-filter.tsx';
import { ArchiveTable } from './archive-table.tsx';
import { useCalculations, useDeleteCalculation } from './calculations.queries.ts';
import { isComparable, refusalOf } from './comparable.ts';
import { Comparison } from './comparison.tsx';
import { CompareBar } from './compare-bar.tsx';
import { FirstSteps } from './first-steps.tsx';

/** The user's saved calculations, and calculations that friends share. */
export function Archive() {
  const search = useListSearch(filterFields);
  const list = useCalculations(search);
  const { mutate: remove, isPending: isRemoving } = useDeleteCalculation();
  // The calculations to compare; the choice survives a change of page or filter.
  const [chosen, setChosen] = useState<readonly Calculation[]>([]);
  const [wantsComparison, setComparing] = useState(false);
  const isComparing = wantsComparison && chosen.length > 1;
  const isUnused = list.data?.total === 0 && Object.keys(search.filter).length === 0;
  const add = (calculation: Calculation) => {
    setChosen((previous) => [...previous, calculation]);
    if (chosen.length < 2) setComparing(false);
  };
  const leaveOut = ({ id }: Calculation) => setChosen((previous) => previous.filter((one) => one.id !== id));

  return (
    <Panel
      title="Archive"
      aside={
        !isUnused && (
          <ArchiveFilter {...search} hasSearch={chosen.length < 2}>
            <CompareBar
              chosen={chosen.length}
              compare={isComparing ? undefined : () => setComparing(true)}
              clear={() => setChosen([])}
            />
          </ArchiveFilter>
        )
      }
    >
      {isUnused ? (
        <FirstSteps />
      ) : (
        <div className="flex flex-col gap-4">
          {isComparing && <Comparison chosen={chosen} end={() => setChosen([])} />}
          <PagedList
            label="Calculations"
            noun={{ one: 'calculation', many: 'calculations' }}
            emptyText="No calculation matches. Try another text or kind."
            fetchFailure="Your archive could not be loaded."
            list={list}
            search={search}
            isBusy={isRemoving}
            loading={<LoadingRows rows={6} />}
          >
            {(rows) => (
              <>
                {rows.some(hasNewerMethod) && (
                  <Alert tone="warn" title={newerMethodTitle}>
                    <p>{newerMethodText}</p>
                    <div>
                      <ReloadPageButton />
                    </div>
                  </Alert>
                )}
                <ArchiveTable
                  calculations={rows}
                  chosen={chosen}
                  choose={(calculation, isChosen) => (isChosen ? add(calculation) : leaveOut(calculation))}
                  remove={(calculation) => remove(calculation, { onSuccess: () => leaveOut(calculation) })}
                />
                <p className="text-xs text-muted">
                  Figures are in Australian dollars.{' '}
                  <span className="print:hidden">{compareHint(rows, chosen)}</span>
                </p>
              </>
            )}
          </PagedList>
        </div>
      )}
    </Panel>
  );
}

/** How to compare, or why some cannot join those that are ticked. */
function compareHint(rows: readonly Calculation[], chosen: readonly Calculation[]): string {
  const comparable = rows.filter(isComparable);
  const others = comparable.filter(({ id }) => chosen.every((one) => one.id !== id));
  const refusals = new Set(others.flatMap((one) => refusalOf(chosen, one) ?? []));
  const isEarly = chosen.length < 2 && comparable.length > 1;
  return [isEarly ? 'Tick two to compare.' : '', ...refusals].filter(Boolean).join(' ');
}
