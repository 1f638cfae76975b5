import { layoutLimits } from 'contract/layout.constants.ts';
import type { ReactNode } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { useListPage } from '#parts/list/list-page.ts';
import { without } from '#parts/list/list-search.ts';
import { ListScreen, type ListScreenProps } from './list-screen.tsx';
import { type RecordColumn, RecordCards, RecordTable, type RecordRow } from './record-rows.tsx';
import { type DeletedRows, type RecordSource, useDeletion } from './record-source.ts';
import { SelectionBar } from './selection-bar.tsx';
import { type RecordSelection, useSelection } from './use-selection.ts';

export const dateFields: readonly FilterField[] = [
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
];

export const recordFields: readonly FilterField[] = [...dateFields, sortField];

/** Up to this width rows are displayed as cards, because the side navigation leaves little room for a table. */
const cardsScreenPx = layoutLimits.narrowScreenPx + layoutLimits.sideNavigationPx;

const selectAllLabel = (
  <>
    Select all <VisuallyHidden>on this page</VisuallyHidden>
  </>
);

interface RecordListProps<Row extends RecordRow> extends Omit<
  ListScreenProps<Row>,
  'list' | 'isBusy' | 'children'
> {
  source: RecordSource<Row>;
  columns: readonly RecordColumn<Row>[];
  /** The name of a row for screen readers and for the confirmation of a deletion. */
  nameOf: (row: Row) => string;
  /** Actions beside the button that deletes a row or the selected rows. */
  renderRowActions?: (row: Row) => ReactNode;
  renderBulkActions?: (ids: string[]) => ReactNode;
}

export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  const { source, noun, nameOf, search } = props;
  const list = useListPage(source.page(search));
  const selection = useSelection(source, search.filter, list.data?.rows ?? []);
  const deletion = useDeletion(source);

  const deleteRows = (rows: DeletedRows) => deletion.mutate(rows, { onSuccess: selection.clear });

  function askToDelete(ids: string[], one?: Row) {
    const [what, verb] = ids.length === 1 ? [noun.one, 'is'] : [noun.many, 'are'];
    askToConfirm({
      title: `Delete ${ids.length} ${what}?`,
      message: `${ids.length} ${what} ${verb} deleted for good${one ? `: ${nameOf(one)}.` : '.'}`,
      confirmLabel: `Delete ${ids.length}`,
      onConfirm: () => deleteRows({ ids }),
    });
  }

  function askToDeleteSelected() {
    const { matching } = selection;
    if (!matching) return askToDelete([...selection.ids]);
    const { filter, until } = matching;
    const total = formatNumber(matching.total);
    askToConfirm({
      title: `Delete ${total} ${noun.many}?`,
      message: `All ${total} ${noun.many} that match are deleted for good, on every page.`,
      confirmLabel: `Delete ${total}`,
      onConfirm: () => deleteRows({ filter, until }),
    });
  }

  return (
    <ListScreen {...props} list={list} isBusy={deletion.isPending}>
      {(rows) => (
        <Rows
          {...props}
          rows={rows}
          total={list.data?.total ?? 0}
          selection={selection}
          isDeleting={deletion.isPending}
          onDelete={(row) => askToDelete([row.id], row)}
          onDeleteSelected={askToDeleteSelected}
        />
      )}
    </ListScreen>
  );
}

interface RowsProps<Row extends RecordRow> extends RecordListProps<Row> {
  rows: Row[];
  /** The number of records on all pages. */
  total: number;
  selection: RecordSelection;
  isDeleting: boolean;
  onDelete: (row: Row) => void;
  onDeleteSelected: () => void;
}

function Rows<Row extends RecordRow>({ selection, search, ...props }: RowsProps<Row>) {
  const narrow = useNarrowScreen(cardsScreenPx);
  const { ids, isPageSelected } = selection;
  const rows = {
    columns: props.columns,
    rows: props.rows,
    nameOf: props.nameOf,
    isSelected: (row: Row) => ids.has(row.id),
    onToggle: (row: Row, isRange: boolean) => selection.toggle(row.id, isRange),
    onDelete: props.onDelete,
    actions: props.renderRowActions,
    isDeleting: props.isDeleting,
  };
  const selectAll = (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = ids.size > 0 && !isPageSelected;
      }}
      checked={isPageSelected}
      onChange={selection.togglePage}
      label={narrow ? selectAllLabel : <VisuallyHidden>{selectAllLabel}</VisuallyHidden>}
    />
  );

  return (
    <>
      <SelectionBar
        selection={selection}
        total={props.total}
        rowCount={props.rows.length}
        selectAll={narrow && selectAll}
        actions={props.renderBulkActions?.([...ids])}
        isDeleting={props.isDeleting}
        onDelete={props.onDeleteSelected}
      />
      {narrow ? (
        <>
          <p className="text-xs text-dim">Times in UTC</p>
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
