/**
 * The account of an independent reference of the check of a statement. Every figure is computed day by day, and every rule
 * is written out as the specification states it. It shares no code with the engine.
 */
export interface StatementJson {
  transactions: { date: string; amount: number; kind?: string; balance?: number }[];
  opening_balance?: number;
  previous_charge_date?: string;
  rates?: { from: string; annual_interest_rate: number }[];
  offset_balances?: { date: string; balance: number }[];
}

export interface Convention {
  balance: string;
  charge_day: string;
  days_in_year: string;
  rounded_each: string;
  rounding: string;
}

export const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
export const dateText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
export const cents = (amount: number) => Math.round(amount * 100);
const partsOf = (day: number) => dateText(day).split('-').map(Number) as [number, number, number];
const lastOfMonth = (day: number) => partsOf(day + 1)[2] === 1;

export const exactConventions: Convention[] = [
  ['closing', 'excluded'],
  ['closing', 'included'],
  ['opening', 'excluded'],
].flatMap(([balance, charge_day]) =>
  ['365', '365_or_366', 'twelfth'].flatMap((days_in_year) =>
    ['charge', 'run', 'day'].flatMap((rounded_each) =>
      ['half_up', 'down'].map((rounding) => ({
        balance: balance!,
        charge_day: charge_day!,
        days_in_year,
        rounded_each,
        rounding,
      })),
    ),
  ),
);

export interface Day {
  day: number;
  balance: bigint;
  year: bigint;
}

function isMonth([start, end]: [number, number]): boolean {
  const next = end + 1;
  const [y1, m1, d1] = partsOf(start);
  const [y2, m2, d2] = partsOf(next);
  if (12 * y2 + m2 !== 12 * y1 + m1 + 1) return false;
  return d1 === d2 || (lastOfMonth(start) && d1 < d2) || (lastOfMonth(next) && d2 < d1);
}

/** The balances, charges and findings of a statement, and the days of its periods. */
export function readExactAccount(json: StatementJson) {
  const rows = json.transactions.map((row) => ({
    ...row,
    day: dayNumber(row.date),
    cents: cents(row.amount),
    kind: row.kind ?? 'other',
  }));
  const first = rows[0]!;
  const opening =
    json.opening_balance === undefined ? cents(first.balance!) - first.cents : cents(json.opening_balance);
  const previous = json.previous_charge_date === undefined ? null : dayNumber(json.previous_charge_date);
  const offsets = (json.offset_balances ?? []).map(({ date, balance }) => ({
    day: dayNumber(date),
    cents: cents(balance),
  }));
  const given = (json.rates ?? []).map(({ from, annual_interest_rate: rate }) => ({
    day: dayNumber(from),
    rate: Math.round(rate * 1e6),
  }));

  // Balances.
  const findings: { kind: string; row: number; other_row: number | null; amount: number | null }[] = [];
  let owed = opening;
  const effects = rows.map((row, i) => {
    const reached = owed + row.cents;
    const stated = row.balance === undefined ? reached : cents(row.balance);
    if (stated !== reached)
      findings.push({ kind: 'balance', row: i + 1, other_row: null, amount: (stated - reached) / 100 });
    const effect = stated - owed;
    owed = stated;
    return effect;
  });
  const faultRows = findings.map(({ row }) => row - 1);

  // Charges.
  const charges: { rows: number[]; day: number; charged: number; adjustment: number }[] = [];
  for (const day of new Set(rows.map((row) => row.day))) {
    const ofDay = rows.flatMap((row, i) => (row.day === day && row.kind === 'interest' ? [i] : []));
    if (ofDay.length === 0) continue;
    const sum = ofDay.reduce((total, i) => total + rows[i]!.cents, 0);
    if (ofDay.every((i) => rows[i]!.cents >= 0))
      charges.push({ rows: ofDay, day, charged: sum, adjustment: 0 });
    else if (charges.length > 0) {
      charges.at(-1)!.charged += sum;
      charges.at(-1)!.adjustment += sum;
    }
  }
  const distances = charges.slice(1).map((charge, i) => charge.day - charges[i]!.day);
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)]!;
  const bearsInterest = (day: number) => {
    const debt = effects.reduce((sum, effect, i) => (rows[i]!.day <= day ? sum + effect : sum), opening);
    return debt - (offsets.findLast((each) => each.day <= day)?.cents ?? 0) > 0;
  };
  const bearing = charges.map((charge, i) => {
    if (i === 0) return 0;
    const start = charges[i - 1]!.day;
    return Array.from({ length: charge.day - start }, (_, n) => start + n).filter(bearsInterest).length;
  });
  const isLate = charges.map((_, i) => charges.length >= 3 && bearing[i]! > 1.5 * usual);
  const faults = charges.map((charge, i) => {
    const after = i === 0 ? -1 : Math.max(...charges[i - 1]!.rows);
    if (faultRows.some((row) => row > after && row <= Math.max(...charge.rows))) return 'balance';
    return isLate[i] ? 'gap' : null;
  });
  for (const [i, charge] of charges.entries()) {
    if (isLate[i])
      findings.push({
        kind: 'gap',
        row: charge.rows[0]! + 1,
        other_row: charges[i - 1]!.rows[0]! + 1,
        amount: null,
      });
  }
  for (const [i, row] of rows.entries()) {
    if (row.kind !== 'fee' || row.cents <= 0) continue;
    const other = rows.findLastIndex((each, j) => j < i && each.kind === 'fee' && each.cents === row.cents);
    if (other >= 0 && row.day - rows[other]!.day <= 7)
      findings.push({ kind: 'repeat', row: i + 1, other_row: other + 1, amount: row.cents / 100 });
  }
  const order = ['balance', 'repeat', 'gap'];
  findings.sort((a, b) => a.row - b.row || order.indexOf(a.kind) - order.indexOf(b.kind));

  const spans = (c: Convention) =>
    charges.map((charge, i): [number, number] | null => {
      const before = i === 0 ? previous : charges[i - 1]!.day;
      const isIn = c.charge_day === 'included';
      const start = before === null ? (opening === 0 ? first.day : null) : before + (isIn ? 1 : 0);
      const end = isIn ? charge.day : charge.day - 1;
      return start === null || start > end ? null : [start, end];
    });

  function balanceOn(day: number, c: Convention, withOffset: boolean): bigint {
    const isCounted = (at: number, isInterest: boolean) => {
      if (c.balance === 'opening') return at < day;
      return c.charge_day === 'included' && isInterest ? at < day : at <= day;
    };
    const debt = effects.reduce(
      (sum, effect, i) => (isCounted(rows[i]!.day, rows[i]!.kind === 'interest') ? sum + effect : sum),
      opening,
    );
    const offset = withOffset ? (offsets.findLast((each) => isCounted(each.day, false))?.cents ?? 0) : 0;
    return BigInt(Math.max(debt - offset, 0));
  }

  const known = new Map<string, Day[]>();
  function daysOf(span: [number, number], c: Convention, withOffset = true): Day[] {
    const key = [...span, c.balance, c.charge_day, c.days_in_year, withOffset].join(' ');
    const days = known.get(key) ?? daysWithoutCache(span, c, withOffset);
    known.set(key, days);
    return days;
  }

  /** The first day of the month of a period that is charged by the month. */
  function monthOf([start, end]: [number, number], c: Convention, withOffset: boolean): number | null {
    if (isMonth([start, end])) return start;
    const [year, month, number] = partsOf(end + 1);
    let last = dayNumber(new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10));
    while (partsOf(last)[2] < number && !lastOfMonth(last)) last++;
    if (start >= last) return null;
    for (let day = start; day < last; day++) if (balanceOn(day, c, withOffset) > 0n) return null;
    return last;
  }

  function daysWithoutCache(span: [number, number], c: Convention, withOffset: boolean): Day[] {
    const month = c.days_in_year === 'twelfth' ? monthOf(span, c, withOffset) : null;
    return Array.from({ length: span[1] - span[0] + 1 }, (_, i) => {
      const day = span[0] + i;
      const year = partsOf(day)[0];
      const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
      const length = c.days_in_year === '365_or_366' && isLeap ? 366n : 365n;
      return {
        day,
        balance: balanceOn(day, c, withOffset),
        year: month === null ? length : 12n * BigInt(span[1] - month + 1),
      };
    });
  }

  return {
    first,
    last: rows.at(-1)!,
    opening,
    offsets,
    given,
    findings,
    charges,
    faults,
    spans,
    daysOf,
    owed,
  };
}
