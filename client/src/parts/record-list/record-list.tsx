import { count } from 'contract/counts.ts';
import type { ChangeEvent, ReactNode } from 'react';
import { formatNumber } from '#parts/format/format.ts';
import { type FilterField, sortField } from '#parts/list/filter-form.tsx';
import { useListPage } from '#parts/list/list-page.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import type { RecordRow } from './record-rows.tsx';
import { type DeletedRows, type RecordSource, useDeletion } from './record-source.ts';
import { StaffList, type StaffListProps } from './staff-list.tsx';
import { useSelection } from './use-selection.ts';

export const dateFields: readonly FilterField[] = [
  { name: 'created_after', label: 'Created after', kind: 'date' },
  { name: 'created_before', label: 'Created before', kind: 'date' },
];

/** The rows of a page that fill a screen of 900 px. */
export const denseRows = 25;

export const recordFields: readonly FilterField[] = [...dateFields, sortField];

interface RecordListProps<Row extends RecordRow> extends Omit<
  StaffListProps<Row>,
  'list' | 'isBusy' | 'selection'
> {
  source: RecordSource<Row>;
  renderBulkActions?: (ids: string[]) => ReactNode;
}

/** A list whose rows are selected and deleted. */
export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  const { source, noun, nameOf, search } = props;
  const list = useListPage(source.page(search), search.page);
  const { rows = [], total = 0 } = list.data ?? {};
  const selection = useSelection(source, search.filter, rows);
  const { ids, matching, isPageSelected } = selection;
  const deletion = useDeletion(source);

  function askToDelete(number: number, subject: string, deleted: DeletedRows) {
    askToConfirm({
      title: `Delete ${count(number, noun.one, noun.many)}?`,
      message: subject,
      confirmLabel: `Delete ${formatNumber(number)}`,
      onConfirm: () => deletion.mutate(deleted, { onSuccess: selection.clear }),
    });
  }

  const askToDeleteOne = (row: Row) =>
    askToDelete(1, `1 ${noun.one} is deleted for good: ${nameOf(row)}.`, { ids: [row.id] });

  function askToDeleteSelected() {
    if (matching) {
      const { filter, until } = matching;
      const subject = `All ${count(matching.total, noun.one, noun.many)} that match are deleted for good, on every page.`;
      return askToDelete(matching.total, subject, { filter, until });
    }
    const subject = count(ids.size, `${noun.one} is`, `${noun.many} are`);
    askToDelete(ids.size, `${subject} deleted for good.`, { ids: [...ids] });
  }

  return (
    <StaffList
      {...props}
      list={list}
      isBusy={deletion.isPending}
      renderRowActions={(row, isTable) => (
        <>
          {props.renderRowActions?.(row, isTable)}
          <Button
            variant="ghost"
            className="row-button text-error"
            aria-disabled={deletion.isPending}
            onClick={deletion.isPending ? undefined : () => askToDeleteOne(row)}
          >
            Delete <VisuallyHidden>{nameOf(row)}</VisuallyHidden>
          </Button>
        </>
      )}
      selection={{
        isSelected: ({ id }) => ids.has(id),
        renderCheckbox: (row, isLabelled) => (
          <Checkbox
            checked={ids.has(row.id)}
            onChange={(event) => selection.toggle(row.id, isRange(event))}
            label={labelOf('Select', nameOf(row), isLabelled)}
          />
        ),
        renderSelectAll: (isLabelled) => (
          <Checkbox
            ref={(box) => {
              if (box) box.indeterminate = ids.size > 0 && !isPageSelected;
            }}
            checked={isPageSelected}
            onChange={selection.togglePage}
            label={labelOf('Select all', 'on this page', isLabelled)}
          />
        ),
        bar: selection.size > 0 && (
          <div className="selection-bar sticky top-bar z-1 flex min-h-control flex-wrap items-center gap-x-4 gap-y-2 bg-raised px-3">
            <output className="me-auto text-sm text-strong tabular-nums">
              {formatNumber(selection.size)} selected
            </output>
            {isPageSelected && !matching && total > rows.length && (
              <Button loading={selection.isSearching} onClick={selection.selectMatching}>
                Select all {formatNumber(total)} that match
              </Button>
            )}
            <p className="text-xs text-muted max-[1600px]:hidden">
              Shift-click selects a range. J, K next and previous, X select.
            </p>
            <Button variant="ghost" onClick={selection.clear}>
              Clear <VisuallyHidden>selection</VisuallyHidden>
            </Button>
            {!matching && props.renderBulkActions?.([...ids])}
            <Button variant="danger" loading={deletion.isPending} onClick={askToDeleteSelected}>
              Delete selected
            </Button>
          </div>
        ),
      }}
    />
  );
}

/** A label whose first word is visible in cards only: a table has no room for it. */
const labelOf = (word: string, rest: string, isLabelled: boolean) =>
  isLabelled ? (
    <>
      {word} <VisuallyHidden>{rest}</VisuallyHidden>
    </>
  ) : (
    <VisuallyHidden>
      {word} {rest}
    </VisuallyHidden>
  );

/** Whether a change selects a range. The space bar, too, changes a checkbox with a mouse event. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
