import { count } from 'contract/counts.ts';
import { transactionKinds } from 'contract/statements/statements.constants.ts';
import { memo, startTransition, type ReactNode, useState } from 'react';
import { choicesInWords, formatAud, formatDate, formatLongDate } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/input.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { ColumnCorrections } from './column-corrections.tsx';
import { saveOffsetCsv, saveRowsCsv } from './files-csv.ts';
import { plainRowText } from './interest-candidates.ts';
import { LeaveOut } from './leave-out.tsx';
import type { StatementInputs } from './statement-inputs.ts';
import { isBroken, type RowKind, setKind, type TableRow, tableRows } from './table-rows.ts';
import type { AccountFiles } from './use-account-files.ts';

const [firstRows, pageRows] = [10, 50];
const kindOptions = choicesInWords(transactionKinds);

interface RowsTableProps {
  files: AccountFiles;
  /** What is typed in the form now. */
  inputsNow: () => StatementInputs;
  hasAccountsWithoutFile: boolean;
}

/** What was read from the files of the loan, with the means to correct it. */
export const RowsTable = memo(
  ReadRows,
  // A key only changes the form.
  (one, other) =>
    one.files.revision === other.files.revision &&
    one.hasAccountsWithoutFile === other.hasAccountsWithoutFile,
);

function ReadRows({ files, inputsNow, hasAccountsWithoutFile }: RowsTableProps) {
  const [areAllRequested, setAllRequested] = useState(false);
  const [page, setPage] = useState(1);
  const isNarrow = useNarrowScreen();
  const { reading } = files;
  const rows = tableRows(files);
  const [isMarked, setMarked] = useState(false);
  if (!isMarked && rows.some(({ marks }) => marks.length > 0)) setMarked(true);
  if (!reading || rows.length === 0) return null;
  const lines = reading.lines.filter(({ account }) => account === 'loan');
  const forms = [...new Map(lines.map((line) => [line.reading.sheet.form, line.reading])).values()];
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  const start = (Math.min(page, pages) - 1) * pageRows;
  const visible = areAllRequested ? rows.slice(start, start + pageRows) : rows.slice(0, firstRows);
  const hasFiles = new Set(rows.map(({ file }) => file)).size > 1;
  return (
    <Panel title="What Was Read" className="print:hidden">
      <output className="block min-w-0 pb-3 wrap-anywhere">{summaryText(files)}</output>
      {/* What was understood needs no reader. Later marks open it, and nothing closes it. */}
      <details open={isMarked}>
        <summary>Rows, kinds and columns</summary>
        <div className="flex flex-col gap-4 pt-3" data-rows {...focusRegion}>
          {forms.map((form) => (
            <ColumnCorrections key={form.sheet.form} reading={form} place="loan" files={files} />
          ))}
          {isNarrow ? (
            <ul className="flex flex-col gap-4">
              {visible.map((row) => (
                <RowCard key={row.key} {...{ row, files, hasFiles }} />
              ))}
            </ul>
          ) : (
            <Table className="text-sm [&_td]:align-middle" caption="In the order of the account">
              <thead>
                <tr>
                  {hasFiles && <HeaderCell>File</HeaderCell>}
                  <HeaderCell numeric>Row</HeaderCell>
                  <HeaderCell>Date</HeaderCell>
                  <HeaderCell>Text</HeaderCell>
                  <HeaderCell>Kind</HeaderCell>
                  <HeaderCell numeric>Adds</HeaderCell>
                  <HeaderCell numeric>Owed After</HeaderCell>
                  <HeaderCell>Correct</HeaderCell>
                </tr>
              </thead>
              <tbody>
                {visible.map((row) => (
                  <tr key={row.key} {...focusRegion}>
                    {hasFiles && <Cell className="wrap-break-word">{row.fileName}</Cell>}
                    <Cell numeric>{row.number}</Cell>
                    <Cell className="whitespace-nowrap">{row.date && formatDate(row.date)}</Cell>
                    <Cell className="min-w-[14ch] wrap-break-word">
                      {row.text} <Marks row={row} />
                    </Cell>
                    <Cell>{row.kind && <KindSelect row={row} kind={row.kind} files={files} />}</Cell>
                    <Cell numeric>{audOf(row.cents)}</Cell>
                    <Cell numeric>{audOf(row.balance)}</Cell>
                    <Cell>
                      <Correction row={row} files={files} />
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
          {rows.length > firstRows && !areAllRequested && (
            <div>
              <Button
                onClick={() => startTransition(() => setAllRequested(true))}
              >{`Show all ${rows.length} rows`}</Button>
            </div>
          )}
          {areAllRequested && (
            <Pagination
              page={page}
              pages={pages}
              total={count(rows.length, 'row')}
              onPage={(next) => startTransition(() => setPage(next))}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => void saveRowsCsv(files, inputsNow())}>Rows as CSV</Button>
            {(reading.offsets.length > 0 || hasAccountsWithoutFile) && (
              <Button onClick={() => void saveOffsetCsv(files, inputsNow())}>Offset as CSV</Button>
            )}
          </div>
        </div>
      </details>
    </Panel>
  );
}

const audOf = (cents: number | null) => (cents === null ? '' : formatAud(cents / 100));

function summaryText({ reading }: AccountFiles): string {
  const rows = reading?.rows ?? [];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 'No row can be read yet.';
  const charges = rows.filter(({ kind }) => kind === 'interest').length;
  const read = `${count(rows.length, 'row')} from ${formatLongDate(first.date)} to ${formatLongDate(last.date)}, ${count(charges, 'interest charge')}`;
  const stated = rows.filter(
    ({ balance }, index) => index > 0 && balance !== null && rows[index - 1]?.balance !== null,
  );
  if (stated.length === 0) return `${read}.`;
  const broken = rows.filter((_, index) => isBroken(rows, index)).length;
  if (broken === 0) return `${read}, every balance follows.`;
  return `${read}, ${stated.length - broken} of ${count(stated.length, 'balance')} follow.`;
}

interface RowProps {
  row: TableRow;
  files: AccountFiles;
}

/** With date and amount on its first line. */
function RowCard({ row, files, hasFiles }: RowProps & { hasFiles: boolean }) {
  return (
    <li className="flex flex-col gap-2 border-t border-rule pt-4 text-sm" {...focusRegion}>
      <p className="flex max-w-none justify-between gap-3 font-semibold tabular-nums">
        <span>{row.date ? formatDate(row.date) : `Row ${row.number}`}</span>
        <span>{audOf(row.cents)}</span>
      </p>
      <p className="wrap-anywhere">
        {row.text} <Marks row={row} />
      </p>
      <p className="text-muted tabular-nums">
        Row {row.number}
        {hasFiles && ` of ${row.fileName}`}
        {row.balance !== null && `, owed after ${audOf(row.balance)}`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {row.kind && <KindSelect row={row} kind={row.kind} files={files} />}
        <Correction row={row} files={files} />
      </div>
    </li>
  );
}

function Marks({ row: { marks } }: { row: TableRow }): ReactNode {
  return marks.map((mark) => (
    <Tag key={mark} tone="warn">
      {mark}
    </Tag>
  ));
}

/** The other rows of the text of a row that add to the debt and are no interest yet. */
function othersOfText({ reading }: AccountFiles, row: TableRow) {
  const text = plainRowText(row);
  return (reading?.rows ?? []).filter(
    (other) => other.kind !== 'interest' && (other.cents ?? 0) > 0 && plainRowText(other) === text,
  );
}

function KindSelect({ row, kind, files }: RowProps & { kind: RowKind }) {
  const [isMarked, setMarked] = useState(false);
  const others = isMarked && kind === 'interest' ? othersOfText(files, row) : [];
  const answer = (rows: Parameters<typeof setKind>[1], chosen: RowKind) =>
    void files.answer((answers) => setKind(answers, rows, chosen));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        className="w-auto min-w-[8.5rem] text-sm"
        aria-label={`Kind of row ${row.label}`}
        value={kind}
        options={kindOptions}
        onChange={({ target }) => {
          setMarked(target.value === 'interest');
          answer([row], target.value as RowKind);
        }}
      />
      {others.length > 0 && (
        <Button onClick={() => answer(others, 'interest')}>
          {`Also the ${count(others.length, 'other row')} of this text`}
        </Button>
      )}
    </div>
  );
}

function Correction({ row, files }: RowProps) {
  const { file, number, label, reason } = row;
  if (reason === null) return <LeaveOut row={row} files={files} />;
  if (!row.isReadable) return reason;
  return (
    <Button
      variant="ghost"
      onClick={() =>
        files.answerOf([file], ({ leftOut = [], takenIn = [] }) => ({
          leftOut: new Map([...leftOut].filter(([other]) => other !== number)),
          ...(!row.isOwnReason && { takenIn: new Set([...takenIn, number]) }),
        }))
      }
    >
      <Labelled name={`row ${label}`}>Take in</Labelled>
    </Button>
  );
}
