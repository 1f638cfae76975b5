import { calculationKinds } from 'contract/calculations/calculations.constants.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { useState } from 'react';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import {
  hasNewerMethod,
  newerMethodText,
  newerMethodTitle,
  ReloadPageButton,
} from '#parts/calculator/saved/newer-method.tsx';
import { sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, useListSearch } from '#parts/list/list-search.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { SearchInput } from '#parts/record-list/filter-line.tsx';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/input.tsx';
import { cx } from '#ui/cx.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ArchiveTable } from './archive-table.tsx';
import { useCalculations } from './calculations.queries.ts';
import { isComparable, refusalOf } from './comparable.ts';
import { Comparison } from './comparison.tsx';

/** The user's saved calculations, and calculations that friends share. */
export function Archive() {
  const search = useListSearch(filterFields);
  const list = useCalculations(search);
  const { mutate: remove, isPending: isRemoving } = useApiMutation({
    mutationFn: ({ id }: Calculation) => call('deleteCalculation', { params: { id } }),
    success: (_, { name }) => `${name} has been deleted.`,
    toastsFailure: true,
    // One of the objectives may have been linked to the calculation.
    invalidates: ['listCalculations', 'listObjectives'],
  });
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
          <ArchiveTools
            {...search}
            chosen={chosen.length}
            compare={isComparing ? undefined : () => setComparing(true)}
            clear={() => setChosen([])}
          />
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

/** Displayed in place of an empty archive. */
function FirstSteps() {
  return (
    <div className="flex flex-col gap-4">
      <p>Your saved calculations will appear here. To save your first one:</p>
      <ol className="max-w-measure pl-[1.75em] [list-style:revert]">
        <li className="marker:text-strong">
          Calculate a loan, compare scenarios with WHAT IF, or plan savings.
        </li>
        <li className="marker:text-strong">Select Save below the result and enter a name.</li>
        <li className="marker:text-strong">
          Return here to open, compare, duplicate or share it with friends.
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button to={paths.loanCalculator}>Calculate a loan</Button>
        <Button
          to={`${paths.loanCalculator}?amount=500000&months=360&rate=6&compounding=monthly#what-if&extra=200`}
        >
          Try WHAT IF
        </Button>
        <Button to={paths.savings}>Plan savings</Button>
      </div>
    </div>
  );
}

const kindChoices = [
  ['', 'All'],
  ...calculationKinds.map((kind) => [kind, kindNames[kind]] as const),
] as const;

const choices = [
  { name: 'kind', label: 'Kind', options: kindChoices },
  {
    name: 'sort',
    label: 'Sort',
    options: [...sortField.choices, ['gap', 'Rates furthest above the average'] as const],
  },
] as const;

const filterFields = [{ name: 'text' }, ...choices];

interface ArchiveToolsProps extends Pick<ListSearch, 'filter' | 'setField'> {
  chosen: number;
  /** Undefined while they are compared. */
  compare: (() => void) | undefined;
  clear: () => void;
}

/**
 * What is ticked, in the place of the search once it can be compared, and the filter. A phone has what is ticked at the end of
 * the screen. The text applies by Enter, and a choice at once.
 */
function ArchiveTools({ filter, setField, chosen, compare, clear }: ArchiveToolsProps) {
  return (
    <div className="flex w-[44rem] max-w-full flex-wrap items-center gap-2 print:hidden">
      <div
        className={cx(
          'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 has-[>output:empty]:absolute',
          chosen > 1 && 'flex-[1_1_14rem]',
          chosen > 0 &&
            'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-bar max-md:border-t max-md:border-rule max-md:bg-raised max-md:px-gutter max-md:py-2',
        )}
      >
        {/* Rendered before its text, which is announced. */}
        <output className="text-sm text-strong empty:absolute">{chosen > 0 && `${chosen} ticked`}</output>
        {chosen > 1 && compare && (
          <Button variant="primary" onClick={compare}>
            Compare
          </Button>
        )}
        {chosen > 1 && (
          <Button variant="ghost" onClick={clear}>
            Clear <VisuallyHidden>ticks</VisuallyHidden>
          </Button>
        )}
      </div>
      {chosen < 2 && (
        <SearchInput
          placeholder="Name or notes"
          value={filter['text'] ?? ''}
          onSearch={(text) => setField('text', text)}
        />
      )}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          className="min-w-0 flex-[1_1_8rem]"
          aria-label={label}
          value={filter[name] ?? ''}
          onChange={({ target }) => setField(name, target.value)}
          options={options}
        />
      ))}
    </div>
  );
}
