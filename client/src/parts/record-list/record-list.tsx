import { layoutLimits } from 'contract/limits.ts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { paths } from '#parts/paths.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { FilterChips } from '#parts/list/filter-chips.tsx';
import { type FilterField, FilterForm, sortField } from '#parts/list/filter-form.tsx';
import { type ListSearch, without } from '#parts/list/list-search.ts';
import { type ListQuery, PagedList } from '#parts/list/paged-list.tsx';
import { type ExportOptions, RecordExport } from './record-export.tsx';
import styles from './record-list.module.css';
import { type RecordColumn, RecordCards, RecordTable, type RecordRow } from './record-rows.tsx';
import { nothingSelected, onPage, toggle, toggleAll } from './selection.ts';

export const recordFields: readonly FilterField[] = [
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
  sortField,
];

/** Cards up to this width: the side navigation takes room from a table. */
const cardsScreenPx = layoutLimits.narrowScreenPx + layoutLimits.sideNavigationPx;

const selectAllLabel = (
  <>
    Select all <VisuallyHidden>on this page</VisuallyHidden>
  </>
);

interface RecordListProps<Row extends RecordRow> {
  title: string;
  lede: ReactNode;
  noun: { one: string; many: string };
  emptyText: string;
  fetchFailure: string;
  fields: readonly FilterField[];
  columns: readonly RecordColumn<Row>[];
  /** For screen readers and the confirmation of a deletion. */
  nameOf: (row: Row) => string;
  search: ListSearch;
  list: ListQuery<Row>;
  deletion: {
    mutate: (ids: string[], options: { onSuccess: () => void }) => void;
    isPending: boolean;
  };
  /** As CSV. */
  exportRows: (options: ExportOptions) => Promise<void>;
  exportJson?: (options: ExportOptions) => Promise<void>;
  /** Beside the filter. */
  tools?: ReactNode;
  /** Beside the deletion of a row and of the selected ones. */
  renderRowActions?: (row: Row) => ReactNode;
  renderBulkActions?: (ids: string[]) => ReactNode;
}

export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  const { title, lede, noun, fields, search, list, deletion } = props;
  const { filter } = search;
  const region = useRef<HTMLElement>(null);
  const [isFiltering, setFiltering] = useState(false);
  const filters = Object.keys(filter).length;
  const total = list.data?.total ?? 0;

  function apply(next: ListSearch['filter']) {
    setFiltering(false);
    search.setFilter(next);
  }

  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <BackLink to={paths.adminDashboard}>Back</BackLink>
        <PageHeading>{title}</PageHeading>
        <p className={styles.lede}>{lede}</p>
      </header>
      <div className={styles.tools}>
        <Button onClick={() => setFiltering(true)} aria-haspopup="dialog">
          Filter{filters > 0 && ` (${filters})`}
        </Button>
        {props.tools}
        <RecordExport format="CSV" total={total} what={noun.many} exportRows={props.exportRows} />
        {props.exportJson && (
          <RecordExport format="JSON" total={total} what={noun.many} exportRows={props.exportJson} />
        )}
      </div>
      <FilterChips fields={fields} search={search} results={region} />
      {isFiltering && (
        <Dialog title={`Filter ${title}`} onClose={() => setFiltering(false)}>
          <FilterForm fields={fields} filter={filter} onApply={apply} onClear={() => apply({})} />
        </Dialog>
      )}
      <PagedList {...props} label={noun.many} isBusy={deletion.isPending} region={region}>
        {(rows) => <Rows {...props} rows={rows} region={region} />}
      </PagedList>
    </div>
  );
}

interface RowsProps<Row extends RecordRow> extends RecordListProps<Row> {
  rows: Row[];
  region: RefObject<HTMLElement | null>;
}

function Rows<Row extends RecordRow>(props: RowsProps<Row>) {
  const { noun, columns, nameOf, search, deletion, region } = props;
  const narrow = useNarrowScreen(cardsScreenPx);
  const [picked, setPicked] = useState(nothingSelected);

  const ids = props.rows.map(({ id }) => id);
  const selection = onPage(picked, ids);
  const { size } = selection.ids;

  function askToDelete(chosen: string[], one?: Row) {
    const [what, verb] = chosen.length === 1 ? [noun.one, 'is'] : [noun.many, 'are'];
    askToConfirm({
      title: `Delete ${chosen.length} ${what}?`,
      message: `${chosen.length} ${what} ${verb} deleted for good${one ? `: ${nameOf(one)}.` : '.'}`,
      confirmLabel: `Delete ${chosen.length}`,
      onConfirm: () =>
        deletion.mutate(chosen, {
          onSuccess: () => {
            setPicked(nothingSelected);
            // The rows have been refetched, and the button that had the focus is gone.
            region.current?.focus();
          },
        }),
    });
  }

  const rows = {
    columns,
    rows: props.rows,
    nameOf,
    isSelected: (row: Row) => selection.ids.has(row.id),
    onToggle: (row: Row, isRange: boolean) => setPicked(toggle(selection, row.id, ids, isRange)),
    onDelete: (row: Row) => askToDelete([row.id], row),
    actions: props.renderRowActions,
    isDeleting: deletion.isPending,
  };
  const selectAll = (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && size < ids.length;
      }}
      checked={size === ids.length}
      onChange={() => setPicked(toggleAll(selection, ids))}
      label={narrow ? selectAllLabel : <VisuallyHidden>{selectAllLabel}</VisuallyHidden>}
    />
  );

  return (
    <>
      <div className={styles.bar}>
        {narrow && selectAll}
        <output className={styles.count}>{size} selected</output>
        {size > 0 && (
          <>
            <Button variant="ghost" onClick={() => setPicked(nothingSelected)}>
              Clear <VisuallyHidden>selection</VisuallyHidden>
            </Button>
            {props.renderBulkActions?.([...selection.ids])}
            <Button
              variant="danger"
              loading={deletion.isPending}
              onClick={() => askToDelete([...selection.ids])}
            >
              Delete selected
            </Button>
          </>
        )}
        {size === 0 && !narrow && <p className={styles.hint}>Shift-click selects a range.</p>}
      </div>
      {narrow ? (
        <>
          <p className={styles.hint}>Times in UTC</p>
          <RecordCards {...rows} />
        </>
      ) : (
        <RecordTable
          {...rows}
          caption="Times in UTC"
          selectAll={selectAll}
          sort={search.filter['sort'] ?? 'latest'}
          onSort={(sort) =>
            search.setFilter(sort === 'latest' ? without(search.filter, 'sort') : { ...search.filter, sort })
          }
        />
      )}
    </>
  );
}
