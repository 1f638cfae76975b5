import { count } from 'contract/counts.ts';
import { layoutLimits } from 'contract/layout.constants.ts';
import type { ChangeEvent, ReactNode } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { useListPage } from '#parts/list/list-page.ts';
import { without } from '#parts/list/list-search.ts';
import { ListScreen, type ListScreenProps } from './list-screen.tsx';
import { type RecordColumn, RecordCards, type RecordRow, RecordTable, type RowView } from './record-rows.tsx';
import { type DeletedRows, type RecordSource, useDeletion } from './record-source.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './use-selection.ts';

export const dateFields: readonly FilterField[] = [
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
];

export const recordFields: readonly FilterField[] = [...dateFields, sortField];

/** Up to this width rows are displayed as cards, because the side navigation leaves little room for a table. */
const cardsScreenPx = layoutLimits.narrowScreenPx + layoutLimits.sideNavigationPx;

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
  const { source, columns, noun, nameOf, search, renderRowActions } = props;
  const list = useListPage(source.page(search), search.page);
  const selection = useSelection(source, search.filter, list.data?.rows ?? []);
  const { ids, matching, isPageSelected } = selection;
  const deletion = useDeletion(source);
  const isNarrow = useNarrowScreen(cardsScreenPx);

  function askToDelete(total: number, subject: string, rows: DeletedRows) {
    askToConfirm({
      title: `Delete ${count(total, noun.one, noun.many)}?`,
      message: subject,
      confirmLabel: `Delete ${formatNumber(total)}`,
      onConfirm: () => deletion.mutate(rows, { onSuccess: selection.clear }),
    });
  }

  const askToDeleteOne = (row: Row) =>
    askToDelete(1, `1 ${noun.one} is deleted for good: ${nameOf(row)}.`, { ids: [row.id] });

  function askToDeleteSelected() {
    if (matching) {
      const { total, filter, until } = matching;
      const subject = `All ${count(total, noun.one, noun.many)} that match are deleted for good, on every page.`;
      return askToDelete(total, subject, { filter, until });
    }
    const subject = count(ids.size, `${noun.one} is`, `${noun.many} are`);
    askToDelete(ids.size, `${subject} deleted for good.`, { ids: [...ids] });
  }

  /** A label whose first word is visible in cards only: a table has no room for it. */
  const hiddenOnWide = (word: string, rest: string) =>
    isNarrow ? (
      <>
        {word} <VisuallyHidden>{rest}</VisuallyHidden>
      </>
    ) : (
      <VisuallyHidden>
        {word} {rest}
      </VisuallyHidden>
    );

  const viewOf = (row: Row): RowView<Row> => ({
    row,
    isSelected: ids.has(row.id),
    checkbox: (
      <Checkbox
        checked={ids.has(row.id)}
        onChange={(event) => selection.toggle(row.id, isRange(event))}
        label={hiddenOnWide('Select', nameOf(row))}
      />
    ),
    actions: (
      <>
        {renderRowActions?.(row)}
        <Button
          variant="ghost"
          className="min-h-6 px-2 py-1 text-error"
          aria-disabled={deletion.isPending}
          onClick={deletion.isPending ? undefined : () => askToDeleteOne(row)}
        >
          Delete <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
        </Button>
      </>
    ),
  });

  const selectAll = (
    <Checkbox
      ref={(box) => {
        if (box) box.indeterminate = ids.size > 0 && !isPageSelected;
      }}
      checked={isPageSelected}
      onChange={selection.togglePage}
      label={hiddenOnWide('Select all', 'on this page')}
    />
  );

  return (
    <ListScreen {...props} list={list} isBusy={deletion.isPending}>
      {(rows) => (
        <>
          <SelectionBar
            selection={selection}
            total={list.data?.total ?? 0}
            rowCount={rows.length}
            selectAll={isNarrow && selectAll}
            actions={props.renderBulkActions?.([...ids])}
            isDeleting={deletion.isPending}
            onDelete={askToDeleteSelected}
          />
          {isNarrow ? (
            <>
              <p className="text-xs text-muted">Times in UTC</p>
              <RecordCards columns={columns} views={rows.map(viewOf)} />
            </>
          ) : (
            <RecordTable
              columns={columns}
              views={rows.map(viewOf)}
              caption="Times in UTC"
              selectAll={selectAll}
              hasActions={renderRowActions !== undefined}
              sort={search.filter['sort'] ?? 'latest'}
              onSort={(sort) =>
                search.setFilter(
                  sort === 'latest' ? without(search.filter, 'sort') : { ...search.filter, sort },
                )
              }
            />
          )}
        </>
      )}
    </ListScreen>
  );
}

/** Whether a change selects a range. The space bar, too, changes a checkbox with a mouse event. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
