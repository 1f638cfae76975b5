import { formatAud, formatDate } from '#parts/format/format.ts';
import type { OfferWay, StayResult } from './switching.queries.ts';

/** The costs of one payment, or of all payments of a year. */
export interface Costs {
  /** Interest and fees. */
  cost: number;
  /** The balance at the end. */
  owed: number;
  /** All costs so far, less those of staying; undefined for staying itself. */
  difference: number | undefined;
}

export interface SwitchRow {
  period: number;
  date: string | null;
  /** The costs of staying, then of each offer. */
  costs: Costs[];
}

export interface SwitchYear extends SwitchRow {
  /** 0 is the day of the change. */
  year: number;
  rows: SwitchRow[];
}

/** The difference does not change after the last row. */
export const differenceAt = ({ rows, difference }: OfferWay, period: number): number =>
  rows[period]?.cost_difference ?? difference.total_cost;

const cents = (amount: number) => Math.round(amount * 100);

/** The day of the change, then the years with their payments. */
export function yearsOf(stay: StayResult, ways: readonly OfferWay[], periodsPerYear: number): SwitchYear[] {
  const all = [stay, ...ways];
  const longest = all.reduce((one, other) => (other.rows.length > one.rows.length ? other : one));
  const rows = longest.rows.map(({ period, due_date }): SwitchRow => {
    return { period, date: due_date, costs: all.map((way) => costsAt(way, period)) };
  });
  const count = Math.ceil((rows.length - 1) / periodsPerYear);
  return Array.from({ length: count + 1 }, (_, year) => {
    const first = year === 0 ? 0 : (year - 1) * periodsPerYear + 1;
    return yearOf(year, rows.slice(first, year * periodsPerYear + 1));
  });
}

function costsAt(way: StayResult | OfferWay, period: number): Costs {
  const row = way.rows[period];
  const cost = row ? (cents(row.interest_paid) + cents(row.fees_paid)) / 100 : 0;
  const difference = 'difference' in way ? differenceAt(way, period) : undefined;
  return { cost, owed: row?.remaining_balance ?? 0, difference };
}

function yearOf(year: number, rows: SwitchRow[]): SwitchYear {
  const last = rows.at(-1)!;
  const costs = last.costs.map((end, index) => {
    const sum = rows.reduce((total, row) => total + cents(row.costs[index]?.cost ?? 0), 0);
    return { ...end, cost: sum / 100 };
  });
  return { ...last, costs, year, rows };
}

/** The figures to display; staying has no difference. */
export const figuresOf = ({ cost, owed, difference }: Costs) => [
  { label: 'Cost', figure: formatAud(cost) },
  { label: 'Owed', figure: formatAud(owed) },
  ...(difference === undefined ? [] : [{ label: 'Difference', figure: formatAud(difference) }]),
];

/** Such as `6, 23 May 2027`. */
export const rowTitle = ({ period, date }: SwitchRow) =>
  date ? `${period}, ${formatDate(date)}` : String(period);
