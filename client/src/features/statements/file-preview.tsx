import { count } from 'contract/counts.ts';
import { type TransactionKind, transactionKinds } from 'contract/statements/statements.constants.ts';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { formatAud, formatLongDate, inWords } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/input.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Pagination } from '#ui/controls/pagination.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { type ColumnRole, columnRoles } from './reading/columns.ts';
import type { AccountKind, Reading, ReadRow } from './reading/read-account.ts';
import type { AccountFile, AccountFiles } from './use-account-files.ts';

interface FilePreviewProps {
  file: AccountFile;
  account: AccountFiles;
  kind: AccountKind;
  children?: ReactNode;
}

const [firstRows, pageRows] = [10, 50];
const listedFaults = 20;

/** What was read from a file, with the means to correct it. */
export function FilePreview({ file, kind, account: { correct, remove }, children }: FilePreviewProps) {
  const { name, reading } = file;
  const { faults, accounts, account, isOrderUnknown, mustChooseOrder, isMonthFirst, isTurned } = reading;
  const change = (corrections: AccountFile['corrections']) => void correct(file, corrections);
  // The summary and the table in one task would block a slow phone.
  const hasTable = useDeferredValue(true, false);
  return (
    <section className="flex flex-col gap-4 border-t border-rule pt-4" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">{name}</p>
        <Button variant="ghost" onClick={() => remove(file)}>
          <Labelled name={name}>Remove</Labelled>
        </Button>
      </div>
      <output>{readText(reading, kind)}</output>
      {(faults.length > 0 || mustChooseOrder) && (
        <Alert tone="warn" title={`${count(faults.length, 'row')} cannot be read`}>
          {mustChooseOrder && <p>The month may come first in the dates. Choose their order below.</p>}
          <ul className="text-sm wrap-anywhere">
            {faults.slice(0, listedFaults).map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          {faults.length > listedFaults && <p>And {faults.length - listedFaults} more.</p>}
        </Alert>
      )}
      <div className="grid grid-fit-[14rem] items-end gap-x-5 gap-y-4">
        {accounts.length > 1 && (
          <Field label="Account">
            {(control) => (
              <Select
                {...control}
                value={account ?? ''}
                options={accounts.map((each) => [each, each])}
                onChange={({ target }) => change({ account: target.value })}
              />
            )}
          </Field>
        )}
        {isOrderUnknown && (
          <Field label="Order of Dates">
            {(control) => (
              <Select
                {...control}
                value={mustChooseOrder ? '' : isMonthFirst ? 'month' : 'day'}
                options={[
                  ...(mustChooseOrder ? [['', 'Choose'] as const] : []),
                  ['day', 'Day first: 31/01/2026'],
                  ['month', 'Month first: 01/31/2026'],
                ]}
                onChange={({ target }) => change({ isMonthFirst: target.value === 'month' })}
              />
            )}
          </Field>
        )}
        {children}
      </div>
      <Checkbox
        label="Turn the signs of the amounts"
        hint={
          kind === 'loan'
            ? 'An interest charge must add to what you owe, and a repayment reduce it.'
            : 'A deposit must add to the balance.'
        }
        checked={isTurned}
        onChange={({ target }) => change({ isTurned: target.checked })}
      />
      <details open={kind === 'loan'}>
        <summary>See and correct the rows</summary>
        <div className="pt-3">{hasTable && <PreviewTable file={file} change={change} />}</div>
      </details>
    </section>
  );
}

function readText({ rows, leftOut }: Reading, accountKind: AccountKind): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 'No row can be read yet.';
  const charges = rows.filter(({ kind }) => kind === 'interest').length;
  const period = `from ${formatLongDate(first.date)} to ${formatLongDate(last.date)}`;
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].join(', ');
  const others = leftOut.length > 0 ? ` ${count(leftOut.length, 'row')} left out: ${reasons}.` : '';
  const interest = accountKind === 'loan' ? `, ${count(charges, 'interest charge')}` : '';
  return `${count(rows.length, 'row')} ${period}${interest}.${others}`;
}

interface PreviewTableProps {
  file: AccountFile;
  change: (corrections: AccountFile['corrections']) => void;
}

const roleOptions = columnRoles.map((role) => [role, inWords(role)] as const);
const kindOptions = transactionKinds.map((kind) => [kind, inWords(kind)] as const);

function PreviewTable({ file: { name, reading, corrections }, change }: PreviewTableProps) {
  const [areAllRequested, setAllRequested] = useState(false);
  const [page, setPage] = useState(1);
  const { rows, roles, header } = reading;
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  const start = (Math.min(page, pages) - 1) * pageRows;
  const visible = areAllRequested ? rows.slice(start, start + pageRows) : rows.slice(0, firstRows);
  const setRole = (column: number, role: ColumnRole) =>
    change({
      roles: roles.map((each, index) =>
        index === column ? role : each === role && role !== 'ignore' ? 'ignore' : each,
      ),
    });
  const setKind = (row: ReadRow, kind: TransactionKind) =>
    change({ kinds: new Map([...(corrections.kinds ?? []), [row.number, kind]]) });
  return (
    <div className="flex flex-col gap-3">
      <Table className="text-sm [&_td]:align-middle" caption="What was read, in the order of the account">
        <thead>
          <tr>
            <HeaderCell numeric>Row</HeaderCell>
            <HeaderCell>Kind</HeaderCell>
            <HeaderCell numeric>Adds</HeaderCell>
            {roles.map((role, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its place.
              <HeaderCell key={column}>
                <Select
                  className="min-w-[8rem]"
                  aria-label={`Column ${column + 1}${header?.[column] ? `, ${header[column]}` : ''}`}
                  value={role}
                  options={roleOptions}
                  onChange={({ target }) => setRole(column, target.value as ColumnRole)}
                />
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((row) => (
            <tr key={row.number}>
              <Cell numeric>{row.number}</Cell>
              <Cell>
                <Select
                  className="min-w-[8.5rem]"
                  aria-label={`Kind of row ${row.number}`}
                  value={row.kind}
                  options={kindOptions}
                  onChange={({ target }) => setKind(row, target.value as TransactionKind)}
                />
              </Cell>
              <Cell numeric>{formatAud(row.cents / 100)}</Cell>
              {roles.map((role, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is identified by its place.
                <Cell key={column} className={role === 'ignore' ? 'text-dim' : undefined}>
                  {row.cells[column]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > firstRows && !areAllRequested && (
        <div>
          <Button onClick={() => setAllRequested(true)}>
            <Labelled name={name}>{`Show all ${rows.length} rows`}</Labelled>
          </Button>
        </div>
      )}
      {areAllRequested && (
        <Pagination page={page} pages={pages} total={count(rows.length, 'row')} onPage={setPage} />
      )}
    </div>
  );
}
