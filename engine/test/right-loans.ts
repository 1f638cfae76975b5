/** Loans whose every charge is right to the cent, and the files that a bank could give of them, with faults of the files. */
import { array, boolean, constantFrom, integer, option, record, tuple } from 'fast-check';

export interface Row {
  date: string;
  /** What the row adds to the debt, or to the money in an offset account, in cents. */
  cents: number;
  text: string;
  balance: number;
}

const dayMs = 86_400_000;
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
const dateIn = (month: number, day: number) => dateOf(Date.UTC(2024, 1 + month, day) / dayMs);
const dayOf = (date: string) => Date.parse(date) / dayMs;
const byDay = (one: { date: string }, other: { date: string }) => dayOf(one.date) - dayOf(other.date);

const moves = array(
  record({
    month: integer({ min: 0, max: 8 }),
    day: integer({ min: 1, max: 28 }),
    cents: integer({ min: 100, max: 900_000 }).chain((cents) => constantFrom(cents, -cents)),
    text: constantFrom(
      'REDRAW',
      'EXTRA',
      'TRANSFER',
      'INTEREST ON CARD',
      'CARD INTEREST CHARGED',
      'PINTEREST PTY',
      'LOAN FEE',
      'FEE WAIVED',
    ),
  }),
  { maxLength: 6 },
);

export const rightLoans = record({
  opening: constantFrom(41_234_567, 28_000_123, 9_876_543, 190_000),
  rate: integer({ min: 400, max: 900 }),
  months: integer({ min: 4, max: 8 }),
  chargeDay: constantFrom(3, 5, 11, 12, 14, 20),
  repayDay: constantFrom(2, 7, 9, 12, 21),
  interestText: constantFrom('INTEREST CHARGED', 'INTEREST', 'BANK INTEREST', 'MONTHLY COST'),
  moves,
  offsetOpening: option(integer({ min: 0, max: 9_000_000 })),
  offsetMoves: moves,
});

export type RightLoan = Parameters<Parameters<typeof rightLoans.map>[0]>[0];

export function accountsOf(loan: RightLoan): { rows: Row[]; offset: Row[]; previous: string } {
  const { opening, rate, months, chargeDay, repayDay, interestText } = loan;
  const rowsIn = (all: RightLoan['moves']) =>
    all
      .filter(({ month }) => month < months)
      .map(({ month, day, cents, text }) => ({ date: dateIn(month, day), cents, text }));
  let money = loan.offsetOpening ?? 0;
  const offset = rowsIn(loan.offsetMoves)
    .toSorted(byDay)
    .map((row) => {
      const cents = Math.max(row.cents, 0 - money);
      return { ...row, cents, balance: (money += cents) };
    })
    .filter(({ cents }) => cents !== 0);
  const moneyOn = (date: string) =>
    // Without rows it has no file.
    loan.offsetOpening === null || offset.length === 0
      ? 0
      : (offset.findLast((row) => row.date <= date)?.balance ?? loan.offsetOpening);

  const previous = dateIn(-1, chargeDay);
  const firstDay = dayOf(previous);
  const others = [
    ...Array.from({ length: months }, (_, month) => ({
      date: dateIn(month - 1, chargeDay < repayDay ? repayDay : repayDay + 28),
      cents: -Math.round(opening / 160),
      text: 'REPAYMENT',
    })),
    ...rowsIn(loan.moves),
  ]
    .filter(({ date }) => date > previous)
    .toSorted(byDay);
  const rows: Row[] = [];
  let owed = opening;
  let sum = 0;
  const lastCharge = dayOf(dateIn(months - 1, chargeDay));
  for (let day = firstDay; day <= lastCharge; day++) {
    const date = dateOf(day);
    // A bank posts interest in the night, before what else is of the day.
    if (day > firstDay && Number(date.slice(8)) === chargeDay) {
      const cents = Math.round(sum / 3_650_000);
      owed += cents;
      rows.push({ date, cents, text: interestText, balance: owed });
      sum = 0;
    }
    for (const row of others) if (row.date === date) rows.push({ ...row, balance: (owed += row.cents) });
    sum += Math.max(0, owed - moneyOn(date)) * rate;
  }
  return { rows: rows.filter(({ cents }) => cents !== 0), offset, previous };
}

export const fileForms = record({
  date: constantFrom('day', 'month', 'iso', 'two columns'),
  amount: constantFrom('pair', 'signed', 'turned', 'unsigned', 'side'),
  hasBalances: boolean(),
  hasHeader: boolean(),
  isNewestFirst: boolean(),
  /** Where it is cut into two files, and how many rows are in both, or in none. */
  cut: option(tuple(integer({ min: 1, max: 30 }), integer({ min: -2, max: 3 }))),
  isReversed: boolean(),
  /** The places of rows that the file lacks. */
  lost: array(integer({ min: 0, max: 30 }), { maxLength: 2 }),
  /** The place of an amount that is none. */
  damaged: option(integer({ min: 0, max: 30 })),
});

export type FileForm = Parameters<Parameters<typeof fileForms.map>[0]>[0];

export function writeFiles(rows: readonly Row[], form: FileForm, isLoan: boolean): string[] {
  const rest = rows.filter((_, index) => !form.lost.includes(index));
  // An account without any row has no file.
  const left = rest.length === 0 ? rows : rest;
  const at = form.cut && Math.max(1, Math.min(left.length - 1, form.cut[0]));
  const parts = at === null ? [left] : [left.slice(0, at), left.slice(Math.max(0, at - form.cut![1]))];
  const texts = parts.filter((part) => part.length > 0).map((part) => writeFile(part, form, isLoan));
  return form.isReversed ? texts.toReversed() : texts;
}

const plain = (cents: number) => (cents / 100).toFixed(2);

function writeFile(rows: readonly Row[], form: FileForm, isLoan: boolean): string {
  const lines = rows.map(({ date, cents, text, balance }, index) => {
    const isOut = isLoan ? cents > 0 : cents < 0;
    const size = form.damaged === index ? `${plain(Math.abs(cents))}o` : plain(Math.abs(cents));
    const amounts = {
      pair: isOut ? [size, ''] : ['', size],
      signed: [isOut ? `-${size}` : size],
      turned: [isOut ? size : `-${size}`],
      unsigned: [size],
      side: [size, isOut ? 'Debit' : 'Credit'],
    }[form.amount];
    const [year, month, day] = date.split('-');
    const posted = new Date((dayOf(date) + (index % 3)) * dayMs).toISOString().slice(0, 10);
    const dates = {
      day: [`${day}/${month}/${year}`],
      month: [`${month}/${day}/${year}`],
      iso: [date],
      'two columns': [posted, date],
    }[form.date];
    return [...dates, text, ...amounts, ...(form.hasBalances ? [plain(isLoan ? 0 - balance : balance)] : [])];
  });
  const amountHeader = { pair: ['Debit', 'Credit'], side: ['Amount', 'Type'] }[form.amount as string];
  const header = [
    ...(form.date === 'two columns' ? ['Date', 'Created'] : ['Date']),
    'Description',
    ...(amountHeader ?? ['Amount']),
    ...(form.hasBalances ? ['Balance'] : []),
  ];
  const ordered = form.isNewestFirst ? lines.toReversed() : lines;
  return [...(form.hasHeader ? [header] : []), ...ordered].map((cells) => cells.join(',')).join('\n');
}
