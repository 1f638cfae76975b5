import { count } from 'contract/counts.ts';
import { layoutLimits } from 'contract/layout.constants.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { followDownload } from '#api/save-file.ts';
import { localDate } from '#parts/calculator/local-date.ts';
import { type ListQuery, PagedList } from '#parts/list/paged-list.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { searchWithoutReason, ViewReasonDialog } from '#parts/records/view-reasons.tsx';
import { localStorageItem } from '#session/local-storage-item.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { useListener } from '#ui/use-listener.ts';
import { FilterLine, type FilterLineProps } from './filter-line.tsx';
import { moveFromRecord, rowOpenerProps } from './open-row.ts';
import { ReadingPane } from './reading-pane.tsx';
import { RecordCards, type RecordColumn, type RecordRow, RecordTable } from './record-rows.tsx';
import { useOpenRecord } from './use-open-record.ts';

export interface StaffListProps<Row extends RecordRow> extends FilterLineProps {
  noun: { one: string; many: string };
  /** By default, that there are none for the filter. */
  emptyText?: string;
  fetchFailure: string;
  list: ListQuery<Row>;
  isBusy?: boolean;
  columns: readonly RecordColumn<Row>[];
  /** The name of a row for screen readers. */
  nameOf: (row: Row) => string;
  /** Each returns the buttons and links of a row. */
  renderRowActions?: ((row: Row, isTable: boolean) => ReactNode) | undefined;
  /** A record that opens beside the list. */
  pane?: { title: string; render: (row: Row) => ReactNode };
  /** Exports the rows, by file format. */
  exports?: Readonly<Record<string, ExportRows>>;
  /** Further buttons beside the title. */
  tools?: ReactNode;
  /** The screens that belong together. */
  tabs?: ReactNode;
  /** A message above the rows. */
  notice?: ReactNode;
  /** A pane beside the rows, whichever they are. */
  aside?: ReactNode;
  selection?: StaffListSelection<Row>;
}

/** How rows are selected, where they can be. */
interface StaffListSelection<Row> {
  isSelected: (row: Row) => boolean;
  /** `isLabelled`: cards have room for the text. */
  renderCheckbox: (row: Row, isLabelled: boolean) => ReactNode;
  renderSelectAll: (isLabelled: boolean) => ReactNode;
  /** Replaces the filters while rows are selected. */
  bar: ReactNode;
}

const views = [
  ['table', 'Table'],
  ['cards', 'Cards'],
] as const;

/** Below this width rows are displayed as cards, because the side navigation leaves little room for a table. */
const tableScreenPx = layoutLimits.narrowScreenPx + layoutLimits.sideNavigationPx;

/** The composition of every list of staff: one line with the title, one with the filters, the rows, and the open record. */
export function StaffList<Row extends RecordRow>(props: StaffListProps<Row>) {
  const { title, noun, list, search, columns, nameOf, renderRowActions, pane, selection } = props;
  const record = useOpenRecord();
  const rowsElement = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const [view, setView] = useListView(noun.many);
  const isNarrow = useNarrowForText(tableScreenPx - 1);
  const isTable = view === 'table' && !isNarrow;
  const total = list.data?.total ?? 0;
  const opened = pane && list.data?.rows.find(({ id }) => id === record.id);

  const isOpen = opened !== undefined;
  // After the listeners of the document, which close what is above the record.
  useListener('keydown', ({ key, target, defaultPrevented }) => {
    // The browser itself closes a menu.
    const isMenu = target instanceof Element && target.closest('[popover], [popovertarget]') !== null;
    if (isOpen && key === 'Escape' && !defaultPrevented && !isMenu) record.close();
  });

  const openedId = opened?.id;
  useEffect(() => {
    if (openedId !== undefined) {
      opener.current = rowsElement.current?.querySelector('[data-opens-row][aria-expanded="true"]') ?? null;
      return;
    }
    // A modal dialog is closed by now.
    opener.current?.focus();
    opener.current = null;
  }, [openedId]);

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const row = opener.current?.closest('tr, li');
    if (row) moveFromRecord(event, row);
  }

  const columnsOf = (rows: Row[]) =>
    columns.filter(
      ({ only, isFilled }) =>
        only !== (isTable ? 'cards' : 'table') && (isFilled === undefined || rows.some(isFilled)),
    );
  const actionsOf = (row: Row) => (
    <>
      {renderRowActions?.(row, isTable)}
      {pane && (
        <Button
          className="row-button px-2"
          aria-expanded={row.id === record.id}
          onClick={() => record.open(row.id, isOpen)}
          {...rowOpenerProps}
        >
          <Labelled name={nameOf(row)}>Click to read</Labelled>
        </Button>
      )}
    </>
  );
  const viewOf = (row: Row) => ({
    row,
    isSelected: row.id === opened?.id || selection?.isSelected(row) === true,
    checkbox: selection?.renderCheckbox(row, !isTable),
    actions: (pane ?? renderRowActions) && actionsOf(row),
  });

  const viewChoice = !isNarrow && <Segmented label="View" options={views} value={view} onChange={setView} />;

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <BackLink to={paths.adminDashboard} isBesideTitle>
          Back
        </BackLink>
        <PageHeading>{title}</PageHeading>
        {props.tabs}
        <p className="me-auto text-sm text-muted tabular-nums">
          {list.data && `${count(total, noun.one, noun.many)} · `}times in UTC
        </p>
        <div className="flex flex-wrap gap-2">
          {props.tools}
          {Object.entries(props.exports ?? {}).map(([format, exportRows]) => (
            <RecordExport
              key={format}
              format={format}
              total={total}
              noun={noun.many}
              exportRows={exportRows}
            />
          ))}
        </div>
      </header>
      {props.notice}
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <PagedList
            emptyText={`No ${noun.one} found. Try adjusting your filter.`}
            {...props}
            label={noun.many}
            above={selection?.bar || <FilterLine {...props} aside={viewChoice} />}
          >
            {(rows) => (
              <div className="flex items-start gap-4">
                <div ref={rowsElement} className="@container min-w-0 flex-1">
                  {isTable ? (
                    <RecordTable
                      columns={columnsOf(rows)}
                      views={rows.map(viewOf)}
                      caption="Times in UTC"
                      selectAll={selection?.renderSelectAll(false)}
                      sort={search.filter['sort'] ?? 'latest'}
                      onSort={(sort) => search.setField('sort', sort === 'latest' ? '' : sort)}
                    />
                  ) : (
                    <>
                      <div className="mb-2">{selection?.renderSelectAll(true)}</div>
                      <RecordCards columns={columnsOf(rows)} views={rows.map(viewOf)} />
                    </>
                  )}
                </div>
                {pane && opened && (
                  <ReadingPane
                    title={pane.title}
                    onClose={record.close}
                    onKeyDown={moveByKey}
                    // The keys of `rowProps` and `moveFromRecord`.
                    hint={`J, K next and previous${selection ? ' · X select' : ''} · Escape closes`}
                  >
                    {pane.render(opened)}
                  </ReadingPane>
                )}
              </div>
            )}
          </PagedList>
        </div>
        {props.aside}
      </div>
    </div>
  );
}

type ListView = 'table' | 'cards';

/** How wide screens display the rows of a list: as a table until the user chooses cards. Stored in this browser. */
function useListView(list: string): [ListView, (view: ListView) => void] {
  const [item] = useState(() => localStorageItem(`view of ${list}`));
  const stored = useSyncExternalStore(item.subscribe, item.get);
  const view = stored === 'cards' ? 'cards' : 'table';
  return [view, (next) => item.set(next === 'table' ? null : next)];
}

/** Resolves when the browser has the file, or to the link of its download. */
type ExportRows = (options: { fileName: string }) => Promise<{ url: string } | void>;

interface RecordExportProps {
  format: string;
  /** The number of records at the last fetch. */
  total: number;
  /** The plural noun of the records, which begins the file name. */
  noun: string;
  exportRows: ExportRows;
}

function RecordExport({ format, total, noun, exportRows }: RecordExportProps) {
  const [unstated, setUnstated] = useState(searchWithoutReason(null));
  const { mutate, isPending } = useApiMutation({
    mutationFn: async () => {
      const day = localDate(new Date());
      const fileName = `${noun.toLowerCase().replaceAll(' ', '-')}-${day}.${format.toLowerCase()}`;
      const link = await exportRows({ fileName });
      if (link) followDownload(link, day);
      return fileName;
    },
    success: (fileName) => `Downloading ${fileName}`,
    toastsFailure: (error) => (searchWithoutReason(error) ? undefined : `Export failed: ${error.message}`),
    onError: (error) => setUnstated(searchWithoutReason(error)),
  });
  if (total === 0 && !isPending) return null;
  return (
    <>
      <Button loading={isPending} onClick={() => mutate()}>
        Export {format}
      </Button>
      {unstated && (
        <ViewReasonDialog
          of={unstated}
          title="A Reason Is Required"
          submitLabel="Export"
          onClose={() => setUnstated(null)}
          onSaved={() => {
            setUnstated(null);
            mutate();
          }}
        />
      )}
    </>
  );
}
