import { layoutLimits } from 'contract/limits.ts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { paths } from '#parts/paths.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { showFromTop } from '#ui/show-from-top.ts';
import { Loading } from '#ui/spinner.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { chipsOf, type FilterField, FilterForm, without } from '#parts/filter-form.tsx';
import { ListFailure } from '#parts/list-failure.tsx';
import type { ListPage } from '#parts/list-page.ts';
import type { ListSearch } from '#parts/list-search.ts';
import { type ExportOptions, RecordExport } from './record-export.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import styles from './record-list.module.css';
import { type RecordColumn, RecordCards, RecordTable, type RecordRow } from './record-rows.tsx';
import { nothingSelected, onPage, toggle, toggleAll } from './selection.ts';

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
  /** Describes a row, for screen readers and the question before its deletion. */
  nameOf: (row: Row) => string;
  search: ListSearch;
  list: {
    data: ListPage<Row> | undefined;
    error: Error | null;
    /** Whether the rows are those of the previous page or filter. */
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  deletion: {
    mutate: (ids: string[], options: { onSuccess: () => void }) => void;
    isPending: boolean;
  };
  /** Downloads every row that the filter matches. */
  exportRows: (options: ExportOptions) => Promise<void>;
}

/** A screen to investigate records: filter, pages, selection, deletion, export. */
export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  const { title, lede, noun, fetchFailure, fields, search, list, deletion, exportRows } = props;
  const { filter, setFilter } = search;
  const region = useRef<HTMLElement>(null);
  const [isFiltering, setFiltering] = useState(false);
  const chips = chipsOf(fields, filter);

  function apply(next: ListSearch['filter']) {
    setFiltering(false);
    setFilter(next);
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
          Filter{chips.length > 0 && ` (${chips.length})`}
        </Button>
        <RecordExport total={list.data?.total ?? 0} what={noun.many} exportRows={exportRows} />
      </div>
      <FilterChips
        chips={chips}
        onClear={(name) => setFilter(without(filter, name))}
        onClearAll={() => setFilter({})}
        results={region}
      />
      {isFiltering && (
        <Dialog title={`Filter ${title}`} onClose={() => setFiltering(false)}>
          <FilterForm fields={fields} filter={filter} onApply={apply} onClear={() => apply({})} />
        </Dialog>
      )}
      <section
        ref={region}
        className={styles.list}
        aria-label={noun.many}
        aria-busy={list.isPlaceholderData || deletion.isPending}
        tabIndex={-1}
      >
        {list.error && (
          <ListFailure
            title={fetchFailure}
            error={list.error}
            onRetry={() => {
              region.current?.focus();
              void list.refetch();
            }}
            onClear={() => {
              region.current?.focus();
              setFilter({});
            }}
          />
        )}
        <LiveRegion>
          {list.data?.rows.length === 0 && <p className={styles.empty}>{props.emptyText}</p>}
        </LiveRegion>
        <Rows {...props} region={region} />
      </section>
    </div>
  );
}

interface RowsProps<Row extends RecordRow> extends RecordListProps<Row> {
  /** Contains the rows; takes the focus of a removed button. */
  region: RefObject<HTMLElement | null>;
}

function Rows<Row extends RecordRow>(props: RowsProps<Row>) {
  const { noun, columns, nameOf, search, list, deletion, region } = props;
  const narrow = useNarrowScreen(cardsScreenPx);
  const [picked, setPicked] = useState(nothingSelected);
  const { data, error } = list;

  if (!data) return error ? null : <Loading />;
  if (data.rows.length === 0) return null;

  const ids = data.rows.map(({ id }) => id);
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
    rows: data.rows,
    nameOf,
    isSelected: (row: Row) => selection.ids.has(row.id),
    onToggle: (row: Row, isRange: boolean) => setPicked(toggle(selection, row.id, ids, isRange)),
    onDelete: (row: Row) => askToDelete([row.id], row),
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
      <Pagination
        page={data.page}
        pages={data.pages}
        total={`${data.total.toLocaleString('en-AU')} ${data.total === 1 ? noun.one : noun.many}`}
        onPage={(page) => {
          showFromTop(region.current);
          search.setPage(page);
        }}
      />
    </>
  );
}
