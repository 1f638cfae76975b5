import { useState } from 'react';
import { formatNumber } from '#parts/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import typography from '#ui/typography.module.css';
import layout from '#ui/layout.module.css';
import { type BankRow, type RowFault, textOf } from './bank-file.ts';
import styles from './import.module.css';

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
    <div className={layout.stack}>
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
      <Table className={styles.table} caption="Rows as the file has them, from 1">
        <thead>
          <tr>
            <HeaderCell numeric className={styles.number}>
              Row
            </HeaderCell>
            <HeaderCell>Question</HeaderCell>
            {!narrow && <HeaderCell className={styles.fate}>Fate</HeaderCell>}
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
                  <div className={styles.content}>
                    <p>{textOf(row, 'text') || '–'}</p>
                    <p className={typography.faint}>{textOf(row, 'category') || 'No category'}</p>
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
  if (faults.length === 0) return <span className={styles.ready}>Ready</span>;
  return (
    <div className={styles.faults}>
      <ul>
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
