import { layoutLimits } from 'contract/layout.constants.ts';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { without } from '#parts/list/list-search.ts';
import { ListScreen, type ListScreenProps } from './list-screen.tsx';
import styles from './record-list.module.css';
import { type RecordColumn, RecordCards, RecordTable, type RecordRow } from './record-rows.tsx';
import { nothingSelected, onPage, toggle, toggleAll } from './selection.ts';

export const dateFields: readonly FilterField[] = [
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
];

export const recordFields: readonly FilterField[] = [...dateFields, sortField];

/** Cards up to this width: the side navigation takes room from a table. */
const cardsScreenPx = layoutLimits.narrowScreenPx + layoutLimits.sideNavigationPx;

const selectAllLabel = (
  <>
    Select all <VisuallyHidden>on this page</VisuallyHidden>
  </>
);

interface RecordListProps<Row extends RecordRow> extends Omit<ListScreenProps<Row>, 'isBusy' | 'children'> {
  columns: readonly RecordColumn<Row>[];
  /** For screen readers and the confirmation of a deletion. */
  nameOf: (row: Row) => string;
  deletion: {
    mutate: (ids: string[], options: { onSuccess: () => void }) => void;
    isPending: boolean;
  };
  /** Beside the deletion of a row and of the selected ones. */
  renderRowActions?: (row: Row) => ReactNode;
  renderBulkActions?: (ids: string[]) => ReactNode;
}

export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  return (
    <ListScreen {...props} isBusy={props.deletion.isPending}>
      {(rows, region) => <Rows {...props} rows={rows} region={region} />}
    </ListScreen>
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
