import { type Columns, isCredit } from 'engine/account-files/columns.ts';
import type { Place, SheetReading } from 'engine/account-files/reading.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { AnswerSelect } from './answer-select.tsx';
import { filesOfForm } from './files-of-form.ts';
import type { AccountFiles } from './use-account-files.ts';

/** A file of the check and its place in it. */
export interface SheetProps {
  reading: SheetReading;
  place: Place;
  files: AccountFiles;
}

const roles = [
  'Ignore',
  'Date',
  'Description',
  'Amount',
  'Debit',
  'Credit',
  'Side',
  'Balance',
  'Account',
] as const;
type Role = (typeof roles)[number];
const roleOptions = optionsOf(roles);

/** The columns of a form and the signs of its amounts, for a correction. */
export function ColumnCorrections({ reading, place, files }: SheetProps) {
  const { sheet } = reading;
  const isTurned = files.answers.files.get(sheet.file)?.isTurned ?? false;
  return (
    <details className="text-sm">
      <summary>Columns and signs</summary>
      <div className="flex flex-col gap-4 pt-3">
        {hasColumns(reading) && <ColumnSelects {...{ reading, place, files }} />}
        <Checkbox
          label="Turn the signs"
          hint={
            place === 'loan'
              ? 'An interest charge must add to what you owe, and a repayment reduce it.'
              : 'A deposit must add to the balance.'
          }
          checked={isTurned}
          onChange={({ target: { checked } }) =>
            files.answerOf(filesOfForm(files, reading, place), () => ({ isTurned: checked }))
          }
        />
      </div>
    </details>
  );
}

/** The columns of OFX and QIF have fixed meanings. */
const hasColumns = ({ sheet }: SheetReading) => sheet.form !== 'ofx' && sheet.form !== 'qif';

/** A select for each column, which scroll sideways on narrow screens. */
export function ColumnSelects({ reading, place, files }: SheetProps) {
  const { sheet, columns } = reading;
  const width = Math.max(0, ...sheet.rows.map(({ cells }) => cells.length));
  const current = Array.from({ length: width }, (_, column) =>
    column === sheet.accountColumn ? 'Account' : roleOf(columns, column, sheet.header),
  );
  const change = (column: number, role: Role) =>
    files.answerOf(filesOfForm(files, reading, place), () => ({
      columns: columnsOf(
        current.map((other, index) => (index === column ? role : other)),
        columns,
      ),
      ...(role === 'Account' && { accountColumn: column }),
      ...(role !== 'Account' && column === sheet.accountColumn && { accountColumn: null }),
    }));
  return (
    <div className="flex max-w-full gap-3 overflow-x-auto pb-2" tabIndex={-1}>
      {current.map((role, column) => {
        const header = sheet.header?.[column];
        const label = `Column ${column + 1}${header ? `, ${header}` : ''}`;
        return (
          <label key={label} className="flex flex-none flex-col gap-1">
            <span className="max-w-[11rem] truncate text-xs text-muted">{label}</span>
            <AnswerSelect
              className="min-w-[8.5rem]"
              value={role}
              options={roleOptions}
              answer={(value) => change(column, value as Role)}
            />
            <span className="max-w-[11rem] truncate text-xs text-dim">{sheet.rows[0]?.cells[column]}</span>
          </label>
        );
      })}
    </div>
  );
}

function roleOf(columns: Columns, column: number, header: readonly string[] | null): Role {
  if (columns.dates.includes(column)) return 'Date';
  if (columns.balance === column) return 'Balance';
  if (columns.side === column) return 'Side';
  if (columns.amounts.includes(column)) {
    if (columns.amounts.length === 1) return 'Amount';
    const [first, second] = columns.amounts;
    return isCreditColumn(header, column) || (column === second && !isCreditColumn(header, first))
      ? 'Credit'
      : 'Debit';
  }
  return columns.texts.includes(column) ? 'Description' : 'Ignore';
}

const isCreditColumn = (header: readonly string[] | null, column = -1) => isCredit(header?.[column] ?? '');

function columnsOf(selected: readonly Role[], before: Columns): Columns {
  const all = (...wanted: Role[]) =>
    selected.flatMap((role, column) => (wanted.includes(role) ? [column] : []));
  const [amount] = all('Amount');
  const sides = [...all('Debit'), ...all('Credit')];
  const texts = all('Description');
  const ranked = all('Date').toSorted(
    (one, other) => rankOf(before.dates, one) - rankOf(before.dates, other) || one - other,
  );
  return {
    dates: ranked,
    amounts:
      sides.length >= 2 ? sides.slice(0, 2) : [amount ?? sides[0]].filter((each) => each !== undefined),
    balance: all('Balance')[0] ?? null,
    side: all('Side')[0] ?? null,
    texts,
    words: texts.filter((column) => before.words.includes(column) || !before.texts.includes(column)),
  };
}

/** A date column that is new comes first. */
const rankOf = (dates: readonly number[], column: number) => dates.indexOf(column);
