import { useRef } from 'react';
import { PagedList } from '#parts/list/paged-list.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { ArchiveFilter, filterFields } from './archive-filter.tsx';
import { ArchiveRow } from './archive-row.tsx';
import { useCalculations, useDeleteCalculation } from './calculations.queries.ts';
import { FirstSteps } from './first-steps.tsx';

/** Saved calculations, and those that friends share. */
export function Archive() {
  const search = useListSearch(filterFields);
  const list = useCalculations(search);
  const { mutate: remove, isPending: isRemoving } = useDeleteCalculation();
  const region = useRef<HTMLElement>(null);
  const isUnused = list.data?.total === 0 && Object.keys(search.filter).length === 0;

  return (
    <Disclosure title="Archive" aside={list.data && !isUnused && `${list.data.total} kept`}>
      {isUnused ? (
        <FirstSteps />
      ) : (
        <div className="flex flex-col gap-4">
          <ArchiveFilter {...search} />
          <PagedList
            label="Calculations"
            noun={{ one: 'calculation', many: 'calculations' }}
            emptyText="No calculation matches. Try another text or kind."
            fetchFailure="Your archive could not be read."
            list={list}
            search={search}
            isBusy={isRemoving}
            region={region}
          >
            {(rows) => (
              <ul>
                {rows.map((calculation) => (
                  <ArchiveRow
                    key={calculation.id}
                    calculation={calculation}
                    remove={() => {
                      // The pressed button disappears with its row.
                      region.current?.focus({ preventScroll: true });
                      remove(calculation);
                    }}
                  />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      )}
    </Disclosure>
  );
}
