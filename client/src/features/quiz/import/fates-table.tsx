import { useState } from 'react';
import { formatNumber } from '#parts/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type BankRow, type RowFault, textOf } from './bank-file.ts';

/** A row with its check result. */
export interface Fate {
  index: number;
  row: BankRow;
  faults: readonly RowFault[];
}

interface FatesTableProps {
  rows: readonly BankRow[];
  faults: ReadonlyMap<number, readonly RowFault[]>;
  onMend: (fate: Fate) => void;
}

const pageSize = 25;

/** Each row of a file with its check result. */
export function FatesTable({ rows, faults, onMend }: FatesTableProps) {
  const [isFaultyOnly, setFaultyOnly] = useState(false);
  const [page, setPage] = useState(1);
  const narrow = useNarrowScreen();
  const all: Fate[] = rows.map((row, index) => ({ index, row, faults: faults.get(index) ?? [] }));
  const chosen = isFaultyOnly && faults.size > 0 ? all.filter((fate) => fate.faults.length > 0) : all;
  const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
  const shownPage = Math.min(page, pages);
  const shown = chosen.slice((shownPage - 1) * pageSize, shownPage * pageSize);
  return (
    <div className="flex flex-col gap-4">
      {faults.size > 0 && (
        <Checkbox
          label="Faulty rows only"
          checked={isFaultyOnly}
          onChange={({ target }) => {
            setFaultyOnly(target.checked);
            setPage(1);
          }}
        />
      )}
      <Table className="table-fixed [&_td]:wrap-anywhere" caption="Rows as the file has them, from 1">
        <thead>
          <tr>
            <HeaderCell numeric className="w-[4.5rem]">
              Row
            </HeaderCell>
            <HeaderCell>Question</HeaderCell>
            {!narrow && <HeaderCell className="w-[45%]">Fate</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {shown.map((fate) => {
            const { index, row } = fate;
            const said = <SaidFate {...fate} onMend={() => onMend(fate)} />;
            return (
              <tr key={index}>
                <HeaderCell scope="row" numeric>
                  {index + 1}
                </HeaderCell>
                <Cell>
                  <div className="flex min-w-0 flex-col gap-1">
                    <p>{textOf(row, 'text') || '–'}</p>
                    <p className="text-xs text-dim">{textOf(row, 'category') || 'No category'}</p>
                    {narrow && said}
                  </div>
                </Cell>
                {!narrow && <Cell>{said}</Cell>}
              </tr>
            );
          })}
        </tbody>
      </Table>
      <Pagination
        page={shownPage}
        pages={pages}
        total={`${formatNumber(chosen.length)} ${chosen.length === 1 ? 'row' : 'rows'}`}
        onPage={setPage}
      />
    </div>
  );
}

function SaidFate({ index, faults, onMend }: Fate & { onMend: () => void }) {
  if (faults.length === 0) return <span className="text-ok">Ready</span>;
  return (
    <div className="flex flex-col items-start gap-2 text-error">
      <ul className="ps-4 [list-style:revert]">
        {faults.map(({ field, reason }) => (
          <li key={field}>
            {field}: {reason}
          </li>
        ))}
      </ul>
      <Button aria-haspopup="dialog" onClick={onMend}>
        Mend <VisuallyHidden>row {index + 1}</VisuallyHidden>
      </Button>
    </div>
  );
}
