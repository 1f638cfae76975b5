/** The rows of a sheet as transactions, rows that are none, and rows that cannot be read. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { type DateText, isLikeDate, readDate } from './cells.ts';
import { amountIn, balanceIn, type Columns, isCredit, isDebit, isEffective } from './columns.ts';
import { interestIn, type Interest, summaryIn } from './kinds.ts';
import type { Fault, FileAnswers, LeftOutRow } from './reading.ts';
import type { Sheet, SheetRow } from './sheet.ts';

export interface ParsedRow {
  number: number;
  texts: string[];
  words: string[];
  cells: readonly string[];
  dateText: DateText | null;
  date: string;
  /** Whether a person took its amount from the balances, or took it in. */
  isTaken: boolean;
  size: number | null;
  balance: number | null;
  way: string;
  /** What the words of header, mark and sign say: money that leaves the holder is -1. */
  wordSide: -1 | 0 | 1;
  /** Whether a header, a mark or the kind of file names its side, and not only a sign. */
  isSideNamed: boolean;
  interest: Interest;
}

export interface Parsed {
  sheet: Sheet;
  rows: ParsedRow[];
  leftOut: (Pick<LeftOutRow, 'reason' | 'isOwn' | 'isReadable'> & { row: ParsedRow })[];
  faults: Fault[];
  /** Rows whose words say that they are no transactions, with the reason, unless their balances say otherwise. */
  summaries: Map<ParsedRow, string>;
}

type Amount = NonNullable<ReturnType<typeof amountIn>>;

/** A row with its cells as they stand in the file. */
interface ReadRow extends ParsedRow {
  amount: Amount | null;
  dateTexts: readonly string[];
  amountText: string;
  balanceText: string;
  summary: string | null;
}

export function* parseSheet(
  sheet: Sheet,
  columns: Columns,
  isMonthFirst: boolean,
  answers: FileAnswers,
): Slices<Parsed> {
  const parsed: Parsed = { sheet, rows: [], leftOut: [], faults: [], summaries: new Map() };
  const { rows: all, header } = sheet;
  const lastDated =
    all.findLast(({ cells }) => columns.dates.some((column) => readDate(cells[column] ?? '')))?.number ?? 0;
  const read = yield* mapSlices(all, yield* rowReader(sheet, columns, isMonthFirst, answers));
  const days = read.map(({ date }) => date).filter((day) => day !== '');
  const isNewestFirst = (days[0] ?? '') > (days.at(-1) ?? '');
  // So that the row before has the balance before.
  yield* mapSlices(isNewestFirst ? read.toReversed() : read, (row) => {
    const { number, cells } = row;
    if (cells.every((cell) => cell.trim() === '')) return;
    const isHeader = header?.every((name, column) => (cells[column]?.trim() ?? '') === name) ?? false;
    const own = answers.leftOut?.get(number);
    const reason = own ?? (isHeader ? 'header' : undefined);
    if (reason === undefined) addRow(parsed, row, columns, answers, lastDated);
    else parsed.leftOut.push({ row, reason, isOwn: own !== undefined, isReadable: false });
  });
  if (isNewestFirst) {
    parsed.rows.reverse();
    parsed.faults.reverse();
  }
  return parsed;
}

function* rowReader(
  { rows: all, header, kinds, form }: Sheet,
  columns: Columns,
  isMonthFirst: boolean,
  { takenIn }: FileAnswers,
): Slices<(row: SheetRow) => ReadRow> {
  const ways = yield* mapSlices(all, ({ cells }) => amountIn(cells, columns.amounts)?.way ?? '');
  const hasSign = ways.some((way) => way === '-' || way === '()' || way === 'DR');
  const hasCredit = ways.includes('CR');
  const nameOf = (column = -1) => header?.[column] ?? '';
  /** `mark` is that of the column of sides. */
  const sideByWords = ({ column, way }: Amount, mark: string): -1 | 0 | 1 => {
    if (/^d/i.test(mark)) return -1;
    if (/^c/i.test(mark)) return 1;
    if (columns.amounts.length === 2) return isDebit(nameOf(column)) ? -1 : isCredit(nameOf(column)) ? 1 : 0;
    if (way === '-' || way === '()' || way === 'DR') return -1;
    if (way === '+' || way === 'CR') return 1;
    if (hasCredit && !hasSign) return -1;
    return hasSign ? 1 : 0;
  };
  return ({ number, cells }) => {
    const textAt = (column: number | null) => (column === null ? '' : (cells[column]?.trim() ?? ''));
    const dateTexts = columns.dates.map(textAt);
    const [first = '', second = ''] = dateTexts;
    // Where the header says effective or value, an empty cell takes the other column.
    const dateText = readDate(first === '' && isEffective(nameOf(columns.dates[0])) ? second : first);
    const mark = textAt(columns.side);
    const amount = amountIn(cells, columns.amounts);
    const words = textsIn(cells, columns.words);
    const texts = textsIn(cells, columns.texts);
    const isTakenIn = takenIn?.has(number) ?? false;
    return {
      number,
      cells,
      texts,
      words,
      dateText,
      date: (isMonthFirst ? dateText?.monthFirst : dateText?.dayFirst) ?? '',
      isTaken: isTakenIn,
      amount,
      size: amount && Math.abs(amount.cents),
      balance: balanceIn(cells, columns.balance),
      way: amount ? `${amount.column} ${amount.way}${mark.charAt(0).toUpperCase()}` : '',
      wordSide: amount ? sideByWords(amount, mark) : 0,
      isSideNamed:
        form === 'ofx' ||
        form === 'qif' ||
        columns.amounts.length === 2 ||
        mark !== '' ||
        amount?.way === 'DR' ||
        amount?.way === 'CR',
      interest: kinds?.get(number) === 'interest' ? 'strong' : interestIn(words),
      dateTexts,
      amountText: columns.amounts.map(textAt).find((text) => text !== '' && text !== '-') ?? '',
      balanceText: textAt(columns.balance),
      summary: isTakenIn ? null : summaryIn(texts, cells),
    };
  };
}

/** `lastDated` is the number of the last row with a date. */
function addRow(
  parsed: Parsed,
  row: ReadRow,
  columns: Columns,
  answers: FileAnswers,
  lastDated: number,
): void {
  const { number, amount, balance, summary } = row;
  const before = parsed.rows.at(-1)?.balance ?? null;
  const leave = (reason: string) =>
    void parsed.leftOut.push({ row, reason, isOwn: false, isReadable: false });
  const hasNumbers = amount !== null || balance !== null || /\d/.test(row.amountText + row.balanceText);
  if (!hasNumbers && row.dateText === null && !row.dateTexts.some(isLikeDate))
    return leave(number > lastDated ? 'below the table' : 'no date and no amount');
  if (row.date !== '' && amount === null && row.amountText === '') {
    if (summary !== null && balance !== null) {
      parsed.summaries.set(row, summary);
      parsed.rows.push(row);
      return;
    }
    if (balance === null || balance === before) {
      if (row.interest !== 'strong' || balance === null) return leave('no amount');
      parsed.rows.push({ ...row, size: 0 });
      return;
    }
  }
  if (amount?.cents === 0 && row.interest === null) return leave('amount 0');
  if (row.date === '' && summary !== null) return leave(summary);
  const step = balance === null || before === null ? null : balance - before;
  if (row.date !== '' && amount === null && step !== null && answers.taken?.has(number)) {
    parsed.rows.push({ ...row, size: Math.abs(step), isTaken: true });
    return;
  }
  const fault = (columnName: string, text: string) =>
    void parsed.faults.push({ number, column: columnName, text, step });
  const nameOf = (column: number | null | undefined, fallback: string) =>
    parsed.sheet.header?.[column ?? -1] || fallback;
  if (row.date === '') return fault(nameOf(columns.dates[0], 'Date'), row.dateTexts.find(Boolean) ?? '');
  if (amount === null) fault(nameOf(columns.amounts[0], 'Amount'), row.amountText);
  else if (row.balanceText !== '' && balance === null)
    fault(nameOf(columns.balance, 'Balance'), row.balanceText);
  if (amount === null && balance === null) return;
  if (summary !== null) parsed.summaries.set(row, summary);
  parsed.rows.push(row);
}

const textsIn = (cells: readonly string[], columns: readonly number[]): string[] =>
  columns.map((column) => cells[column]?.trim() ?? '').filter((text) => text !== '');
