import { count } from 'contract/counts.ts';
import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type BankRow, type RowFault, textOf } from './bank-file.ts';

/** A row with its check result. */
export interface RowResult {
  row: BankRow;
  faults: readonly RowFault[];
}

interface RowResultsTableProps {
  rows: readonly BankRow[];
  faults: ReadonlyMap<number, readonly RowFault[]>;
  onEdit: (rowResult: RowResult) => void;
  onRemove: (row: BankRow) => void;
}

const pageSize = 25;

/** Each row of a file with its check result. */
export function RowResultsTable({ rows, faults, onEdit, onRemove }: RowResultsTableProps) {
  const [isFaultyOnly, setFaultyOnly] = useState(false);
  const [page, setPage] = useState(1);
  const narrow = useNarrowScreen();
  const all: RowResult[] = rows.map((row) => ({ row, faults: faults.get(row.number) ?? [] }));
  const chosen =
    isFaultyOnly && faults.size > 0 ? all.filter((rowResult) => rowResult.faults.length > 0) : all;
  const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
  const currentPage = Math.min(page, pages);
  const pageRows = chosen.slice((currentPage - 1) * pageSize, currentPage * pageSize);
  return (
    <div className="flex flex-col gap-4">
      {faults.size > 0 && (
        <Checkbox
          label="Rows with errors only"
          checked={isFaultyOnly}
          onChange={({ target }) => {
            setFaultyOnly(target.checked);
            setPage(1);
          }}
        />
      )}
      <Table className="table-fixed [&_td]:wrap-anywhere" caption="Rows in the order of the file">
        <thead>
          <tr>
            <HeaderCell numeric className="w-[calc(5ch+24px)] text-xs">
              Row
            </HeaderCell>
            <HeaderCell>Question</HeaderCell>
            {!narrow && <HeaderCell className="w-[45%]">Result</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {pageRows.map((rowResult) => {
            const { row } = rowResult;
            const resultCell = (
              <RowState {...rowResult} onEdit={() => onEdit(rowResult)} onRemove={() => onRemove(row)} />
            );
            return (
              <tr key={row.number}>
                <HeaderCell scope="row" numeric className="text-xs">
                  {row.number}
                </HeaderCell>
                <Cell>
                  <div className="flex min-w-0 flex-col gap-1">
                    <p>{textOf(row, 'text') || '–'}</p>
                    <p className="text-xs text-muted">{textOf(row, 'category') || 'No category'}</p>
                    {narrow && resultCell}
                  </div>
                </Cell>
                {!narrow && <Cell>{resultCell}</Cell>}
              </tr>
            );
          })}
        </tbody>
      </Table>
      <Pagination page={currentPage} pages={pages} total={count(chosen.length, 'row')} onPage={setPage} />
    </div>
  );
}

interface RowStateProps extends RowResult {
  onEdit: () => void;
  onRemove: () => void;
}

function RowState({ row, faults, onEdit, onRemove }: RowStateProps) {
  const name = <VisuallyHidden>row {row.number}</VisuallyHidden>;
  return (
    <div className="flex flex-col items-start gap-2">
      {faults.length === 0 ? (
        <span className="text-ok">Ready</span>
      ) : (
        <ul className="ps-4 text-sm text-error [list-style:revert]">
          {faults.map(({ field, reason }) => (
            <li key={field}>
              {field}: {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {faults.length > 0 && (
          <Button className="px-2 whitespace-nowrap" aria-haspopup="dialog" onClick={onEdit}>
            Edit {name}
          </Button>
        )}
        <Button className="px-2 whitespace-nowrap" variant="ghost" onClick={onRemove}>
          Remove {name}
        </Button>
      </div>
    </div>
  );
}
