/** Finds the columns of a form by the balances that follow, and by words among those that the balances leave open. */
import type { Slices } from 'engine/slices.ts';
import { type AmountText, readAmount, readDate } from './cells.ts';
import type { Sheet, SheetRow } from './sheet.ts';

export interface Columns {
  /** The first one that is filled in a row counts. */
  dates: readonly number[];
  /** One column, or a pair of which a row fills one. */
  amounts: readonly number[];
  balance: number | null;
  /** Marks such as DR and CR. */
  side: number | null;
  texts: readonly number[];
  /** The texts in which words about interest count. */
  words: readonly number[];
}

const sampleRows = 200;
const mostNumeric = 12;

const mark = /^(?:dr|cr|debit|credit|d|c)$/i;
const debitWords = /^(?:debit|dr\b|withdrawal|money out|paid out|out\b|payments)/i;
const creditWords = /^(?:credit|cr\b|deposit|money in|paid in|in\b|receipts)/i;
const amountWords = /^(?:.*\bamount\b.*|value|debit ?\/ ?credit|total \(aud\))$/i;
const laterBalances = /available|redraw|limit|uncleared|funds/i;
const balanceWords = /balance|ledger|current/i;
const noWords = /category|merchant|tags?\b|notes?\b/i;

export const isDebit = (header: string): boolean => debitWords.test(header) && !/\/ ?credit/i.test(header);
export const isCredit = (header: string): boolean => creditWords.test(header);

const dateWords = /date|effective|value|posted|processed|entered|\bday\b|\btime\b/i;

function dateRank(header: string): number {
  if (/effective|value/i.test(header)) return 0;
  if (/transaction date/i.test(header)) return 1;
  if (/posted|processed|entered/i.test(header)) return 3;
  return 2;
}

export const isEffective = (header: string): boolean => dateRank(header) === 0;

/** The day of a row under an order; sorting needs one in any case. */
const dayOf = (cells: readonly string[], dates: readonly number[], isMonthFirst: boolean): string | null => {
  for (const column of dates) {
    const date = readDate(cells[column] ?? '');
    if (date) return (isMonthFirst ? date.monthFirst : date.dayFirst) ?? date.dayFirst ?? date.monthFirst;
  }
  return null;
};

/** The amount of a row in its columns. Null where all are empty, hold a dash, or hold no amount. */
export function amountIn(
  cells: readonly string[],
  amounts: readonly number[],
): (AmountText & { column: number }) | null {
  const read = amounts.flatMap((column) => {
    const amount = readAmount(cells[column] ?? '');
    return amount ? [{ ...amount, column }] : [];
  });
  return read.find(({ cents }) => cents !== 0) ?? read[0] ?? null;
}

export const balanceIn = (cells: readonly string[], column: number | null): number | null =>
  column === null ? null : (readAmount(cells[column] ?? '')?.cents ?? null);

interface Candidate {
  amounts: readonly number[];
  balance: number;
  follow: number;
  empty: number;
}

/** The columns, and whether nothing tells which of them hold the amounts. */
export function* chooseColumns(sheets: readonly Sheet[]): Slices<{ columns: Columns; isOpen: boolean }> {
  // Files with a single row each are read as one file.
  const areSingle = sheets.every(({ rows }) => rows.length === 1);
  const samples = areSingle
    ? [sheets.flatMap(({ rows }) => rows)]
    : sheets.map(({ rows }) => rows.slice(0, sampleRows));
  const all = samples.flat();
  const width = Math.max(0, ...all.map(({ cells }) => cells.length));
  const header = sheets[0]?.header ?? [];
  const nameOf = (column: number) => header[column] ?? '';
  const filledIn = (column: number) =>
    all.map(({ cells }) => cells[column]?.trim() ?? '').filter((cell) => cell !== '' && cell !== '-');
  const kinds = Array.from({ length: width }, (_, column) => {
    const filled = filledIn(column);
    const most = filled.length / 2;
    if (filled.length === 0) return 'empty';
    if (filled.filter((cell) => readDate(cell)).length >= most) return 'date';
    if (filled.every((cell) => mark.test(cell))) return 'side';
    return filled.filter((cell) => readAmount(cell)).length >= most ? 'number' : 'text';
  });
  const columnsOf = (kind: string) => kinds.flatMap((each, column) => (each === kind ? [column] : []));
  // Numbers of eight digits are dates only where the file has no other ones.
  const isReference = (column: number) =>
    !dateWords.test(nameOf(column)) && filledIn(column).every((cell) => /^\d{8}$/.test(cell));
  const written = columnsOf('date').filter((column) => !isReference(column));
  const dates = (written.length > 0 ? written : columnsOf('date')).toSorted(
    (one, other) => dateRank(nameOf(one)) - dateRank(nameOf(other)) || one - other,
  );
  const numbers = columnsOf('number').slice(0, mostNumeric);
  const texts = columnsOf('text').filter((column) => !accountWords.test(nameOf(column)));
  const side = columnsOf('side')[0] ?? null;
  const finished = (amounts: readonly number[], balance: number | null, isOpen: boolean) => ({
    columns: {
      dates,
      amounts,
      balance,
      side,
      texts,
      words: texts.filter((column) => !noWords.test(nameOf(column))),
    },
    isOpen,
  });
  yield;

  const usedDates = dates.slice(0, isEffective(nameOf(dates[0] ?? -1)) ? 2 : 1);
  const candidates: Candidate[] = [];
  for (const balance of numbers) {
    const others = numbers.filter((column) => column !== balance);
    const pairs = others.flatMap((one, index) => others.slice(index + 1).map((other) => [one, other]));
    for (const amounts of [...others.map((one) => [one]), ...pairs]) {
      const filled = all.filter(({ cells }) => amountIn(cells, amounts)).length;
      if (2 * filled < all.length) continue;
      const follow = samples.reduce(
        (sum, rows) => sum + mostFollowing(rows, { amounts, balance, dates: usedDates }),
        0,
      );
      candidates.push({ amounts, balance, follow, empty: all.length - filled });
      yield;
    }
  }
  const balanceRank = ({ balance }: Candidate) =>
    laterBalances.test(nameOf(balance)) ? 2 : balanceWords.test(nameOf(balance)) ? 0 : 1;
  const amountRank = ({ amounts }: Candidate) => {
    if (amounts.length === 1) return amountWords.test(nameOf(amounts[0]!)) ? 0 : 1;
    const isPair =
      amounts.some((column) => isDebit(nameOf(column))) && amounts.some((column) => isCredit(nameOf(column)));
    return isPair ? 0 : 2;
  };
  const compare = (one: Candidate, other: Candidate) =>
    other.follow - one.follow ||
    one.empty - other.empty ||
    balanceRank(one) - balanceRank(other) ||
    amountRank(one) - amountRank(other);
  const [best, ...others] = candidates.filter(({ follow }) => follow > 0).toSorted(compare);
  if (best) {
    const isOther = (other: Candidate) =>
      compare(best, other) === 0 &&
      all.some(
        ({ cells }) =>
          balanceIn(cells, other.balance) !== balanceIn(cells, best.balance) ||
          Math.abs(amountIn(cells, other.amounts)?.cents ?? 0) !==
            Math.abs(amountIn(cells, best.amounts)?.cents ?? 0),
      );
    return finished(best.amounts, best.balance, others.some(isOther));
  }

  // Without balances that follow, words decide.
  const balance =
    numbers.find((column) => balanceWords.test(nameOf(column)) && !laterBalances.test(nameOf(column))) ??
    null;
  const rest = numbers.filter((column) => column !== balance);
  const [debit, credit] = [isDebit, isCredit].map((isMeant) =>
    rest.find((column) => isMeant(nameOf(column))),
  );
  const named = rest.find((column) => amountWords.test(nameOf(column)));
  if (named !== undefined && (debit === undefined || credit === undefined))
    return finished([named], balance, false);
  if (debit !== undefined && credit !== undefined) return finished([debit, credit], balance, false);
  const withCents = rest.filter((column) => filledIn(column).some((cell) => /[.,]\d{2}\b/.test(cell)));
  // Of two columns without names, a running balance comes last.
  if (header.length === 0 && withCents.length === 2) return finished([withCents[0]!], withCents[1]!, false);
  const only = withCents.length === 1 ? withCents : rest.length === 1 ? rest : [];
  return finished(only.length === 1 ? only : rest.slice(0, 1), balance, only.length !== 1);
}

const accountWords =
  /^(?:from |to )?(?:account|account number|bank account|account name|bsb ?\/ ?account number)$/i;

/** The rows that follow when the rows stand by days in the better direction, or as they are in the file. */
function mostFollowing(
  rows: readonly SheetRow[],
  { amounts, balance, dates }: { amounts: readonly number[]; balance: number; dates: readonly number[] },
): number {
  const read = rows.map(({ cells }) => ({
    size: Math.abs(amountIn(cells, amounts)?.cents ?? 0),
    balance: balanceIn(cells, balance),
    dayFirst: dayOf(cells, dates, false) ?? '',
    monthFirst: dayOf(cells, dates, true) ?? '',
  }));
  const orders = [read, read.toReversed()].flatMap((start) => [
    start,
    ...(['dayFirst', 'monthFirst'] as const).map((order) =>
      start.toSorted((one, other) => (one[order] < other[order] ? -1 : Number(one[order] > other[order]))),
    ),
  ]);
  return Math.max(...orders.map(followingIn));
}

export interface Stepping {
  size: number | null;
  balance: number | null;
}

export const follows = (before: Stepping | undefined, row: Stepping): boolean =>
  before !== undefined &&
  before.balance !== null &&
  row.balance !== null &&
  row.size !== null &&
  row.size > 0 &&
  Math.abs(row.balance - before.balance) === row.size;

export const followingIn = (rows: readonly Stepping[]): number =>
  rows.reduce((count, row, index) => count + Number(follows(rows[index - 1], row)), 0);
