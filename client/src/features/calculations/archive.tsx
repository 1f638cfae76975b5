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
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { ArchiveFilter, filterFields } from './archive-filter.tsx';
import { ArchiveRow } from './archive-row.tsx';
import { useCalculations, useDeleteCalculation } from './calculations.queries.ts';
import { canJoin, isComparable } from './comparable.ts';
import { Comparison } from './comparison.tsx';
import { FirstSteps } from './first-steps.tsx';

/** The user's saved calculations, and calculations that friends share. */
export function Archive() {
  const search = useListSearch(filterFields);
  const list = useCalculations(search);
  const { mutate: remove, isPending: isRemoving } = useDeleteCalculation();
  // The calculations to compare; the choice survives a change of page or filter.
  const [chosen, setChosen] = useState<readonly Calculation[]>([]);
  const without = ({ id }: Calculation) => chosen.filter((one) => one.id !== id);
  const isUnused = list.data?.total === 0 && Object.keys(search.filter).length === 0;

  return (
    <Disclosure title="Archive" aside={list.data && !isUnused && `${list.data.total} saved`}>
      {isUnused ? (
        <FirstSteps />
      ) : (
        <div className="flex flex-col gap-4">
          <ArchiveFilter {...search} />
          {chosen.length > 0 && <Comparison chosen={chosen} end={() => setChosen([])} />}
          <PagedList
            label="Calculations"
            noun={{ one: 'calculation', many: 'calculations' }}
            emptyText="No calculation matches. Try another text or kind."
            fetchFailure="Your archive could not be loaded."
            list={list}
            search={search}
            isBusy={isRemoving}
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
                <ul className="@container">
                  {rows.map((calculation) => (
                    <ArchiveRow
                      key={calculation.id}
                      calculation={calculation}
                      compare={
                        isComparable(calculation) && {
                          isChosen: chosen.some(({ id }) => id === calculation.id),
                          canJoin: canJoin(chosen, calculation),
                          choose: (isChosen) =>
                            setChosen(isChosen ? [...chosen, calculation] : without(calculation)),
                        }
                      }
                      remove={() => {
                        setChosen(without(calculation));
                        remove(calculation);
                      }}
                    />
                  ))}
                </ul>
              </>
            )}
          </PagedList>
        </div>
      )}
    </Disclosure>
  );
}
