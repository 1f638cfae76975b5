import { parse } from 'csv-parse/sync';
import { readAccountFiles } from 'engine/account-files/read-account-files.ts';
import { finish } from 'engine/slices.ts';
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';

interface Row {
  date: string;
  /** What the row adds to the debt, in cents. */
  cents: number;
  text: string;
  balance: number;
}

/** Rows of a loan account: a repayment and a charge each month, and other rows between them. */
const rowsOf = ({
  opening,
  months,
  extras,
}: {
  opening: number;
  months: number;
  extras: readonly { month: number; day: number; cents: number }[];
}): Row[] => {
  const rows: Omit<Row, 'balance'>[] = [];
  for (let month = 0; month < months; month++) {
    const prefix = new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 8);
    rows.push({ date: `${prefix}07`, cents: -250_000 - month, text: 'REPAYMENT FROM SAVINGS' });
    rows.push({ date: `${prefix}15`, cents: 190_000 + 137 * month, text: 'INTEREST CHARGED' });
    for (const { month: at, day, cents } of extras)
      if (at === month)
        rows.push({
          date: prefix + String(day).padStart(2, '0'),
          cents,
          text: cents > 0 ? 'REDRAW' : 'EXTRA REPAYMENT',
        });
  }
  let balance = opening;
  return rows
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    .map((row) => ({ ...row, balance: (balance += row.cents) }));
};

const accounts = record({
  opening: integer({ min: 20_000_000, max: 60_000_000 }),
  months: integer({ min: 4, max: 6 }),
  extras: array(
    record({
      month: integer({ min: 0, max: 5 }),
      day: integer({ min: 1, max: 28 }),
      cents: integer({ min: 100, max: 900_000 }).chain((cents) => constantFrom(cents, -cents)),
    }),
    { maxLength: 4 },
  ),
});

const grouped = (cents: number) => (cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 });
const plain = (cents: number) => (cents / 100).toFixed(2);
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dates: Record<string, (date: string) => string> = {
  slashes: (date) => date.split('-').toReversed().join('/'),
  iso: (date) => date,
  names: (date) => `${date.slice(8)} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`,
  short: (date) => `${Number(date.slice(8))}-${months[Number(date.slice(5, 7)) - 1]}-${date.slice(2, 4)}`,
  compact: (date) => date.replaceAll('-', ''),
  time: (date) => `${date.split('-').toReversed().join('/')} 8:18`,
};

const forms = record({
  date: constantFrom(...Object.keys(dates)),
  number: constantFrom(plain, grouped),
  /** How amounts show their sides. */
  amount: constantFrom('pair', 'negative pair', 'signed', 'turned', 'unsigned', 'marks', 'brackets', 'side'),
  balance: constantFrom('minus', 'plus', 'DR'),
  hasHeader: boolean(),
  isNewestFirst: boolean(),
  isDayReversed: boolean(),
  separator: constantFrom(',', ';', '\t'),
  lineEnd: constantFrom('\n', '\r\n', '\r'),
  extra: constantFrom('none', 'available', 'reference', 'category'),
});

type Form = Parameters<Parameters<typeof forms.map>[0]>[0];

function write(rows: readonly Row[], form: Form): string {
  const write1 = (cents: number) => form.number(cents);
  const cellsOf = ({ date, cents, text, balance }: Row, index: number): string[] => {
    const size = Math.abs(cents);
    const isDebit = cents > 0;
    const amounts: Record<string, string[]> = {
      pair: [isDebit ? write1(size) : '', isDebit ? '' : write1(size)],
      'negative pair': [isDebit ? `-${write1(size)}` : '', isDebit ? '' : write1(size)],
      signed: [isDebit ? `-${write1(size)}` : write1(size)],
      turned: [isDebit ? write1(size) : `-${write1(size)}`],
      unsigned: [write1(size)],
      marks: [`${write1(size)} ${isDebit ? 'DR' : 'CR'}`],
      brackets: [isDebit ? `(${write1(size)})` : write1(size)],
      side: [write1(size), isDebit ? 'Debit' : 'Credit'],
    };
    const balances = { minus: `-${write1(balance)}`, plus: write1(balance), DR: `${write1(balance)} DR` };
    const extra = {
      none: [],
      available: [write1(70_000_000 - balance)],
      reference: [String(70_015 + index)],
      category: ['Home'],
    }[form.extra];
    return [dates[form.date]!(date), text, ...amounts[form.amount]!, ...extra, balances[form.balance]];
  };
  const headers: Record<string, string[]> = {
    pair: ['Debit', 'Credit'],
    'negative pair': ['Debit', 'Credit'],
    side: ['Amount', 'Type'],
  };
  const extraHeader = {
    none: [],
    available: ['Available Balance'],
    reference: ['Receipt Number'],
    category: ['Category'],
  }[form.extra];
  const header = ['Date', 'Description', ...(headers[form.amount] ?? ['Amount']), ...extraHeader, 'Balance'];
  let ordered = [...rows];
  if (form.isNewestFirst) ordered.reverse();
  if (form.isDayReversed)
    ordered = ordered
      .map((row, index) => ({ row, index }))
      .toSorted((a, b) => (a.row.date === b.row.date ? b.index - a.index : a.index - b.index))
      .map(({ row }) => row);
  const quoted = (cell: string) => (cell.includes(form.separator) || cell.includes('"') ? `"${cell}"` : cell);
  const lines = ordered.map((row, index) => cellsOf(row, index).map(quoted).join(form.separator));
  return (
    [...(form.hasHeader ? [header.join(form.separator)] : []), ...lines].join(form.lineEnd) + form.lineEnd
  );
}

const answers = { files: new Map(), belongs: new Map(), kinds: new Map() };
const typed = {
  previousChargeDate: null,
  openingCents: null,
  closingCents: null,
  offsetOpeningCents: new Map(),
};
const readAll = (texts: readonly string[]) =>
  finish(
    readAccountFiles(
      { loan: texts.map((text, index) => ({ id: `${index}`, name: `loan-${index}.csv`, text })), offset: [] },
      parse,
      answers,
      typed,
    ),
  );

const expected = (rows: readonly Row[]) =>
  rows.map(({ date, cents, balance, text }) => ({
    date,
    cents,
    balance,
    kind: text === 'INTEREST CHARGED' ? 'interest' : 'other',
  }));
const read = (rows: ReturnType<typeof readAll>['rows']) =>
  rows.map(({ date, cents, balance, kind }) => ({ date, cents, balance, kind }));

const sorted = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).toSorted();

const withoutBalance = ({ date, cents, kind }: { date: string; cents: number | null; kind: string }) => ({
  date,
  cents,
  kind,
});

/** Rows of one day may stand in any order that follows. */
function expectRows(found: ReturnType<typeof read>, rows: readonly Row[]): void {
  const wanted = expected(rows);
  expect(sorted(found.map(withoutBalance))).toEqual(sorted(wanted.map(withoutBalance)));
  expect(found.at(-1)?.balance).toBe(wanted.at(-1)?.balance);
}

it('rows written in any form are read again', () => {
  assert(
    property(accounts, forms, (account, form) => {
      const rows = rowsOf(account);
      const result = readAll([write(rows, form)]);
      // Without words nothing tells which of two balances is that of the debt.
      if (!form.hasHeader && form.extra === 'available') return;
      // An unsigned first row whose text no other row has is asked about.
      if (form.amount === 'unsigned' && result.must.has('sides')) return;
      expect([...result.must]).toEqual([]);
      expectRows(read(result.rows), rows);
      expect(result.openingCents).toBe(rows[0]!.balance - rows[0]!.cents);
    }),
    { numRuns: 200 },
  );
});

it('an account that is cut into two files that may overlap is joined', () => {
  assert(
    property(
      accounts,
      forms,
      integer({ min: 1, max: 100 }),
      integer({ min: 0, max: 5 }),
      boolean(),
      (account, form, cut, overlap, isReversed) => {
        const rows = rowsOf(account);
        const at = Math.max(1, Math.min(rows.length - 1, Math.round((rows.length * cut) / 100)));
        const files = [write(rows.slice(0, at), form), write(rows.slice(Math.max(0, at - overlap)), form)];
        const result = readAll(isReversed ? files.toReversed() : files);
        if (result.must.size > 0 || result.refused.length > 0) return;
        expectRows(read(result.rows), rows);
      },
    ),
    { numRuns: 60 },
  );
});
