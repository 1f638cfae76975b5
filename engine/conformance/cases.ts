/**
 * The shared cases of the calculators, each with the cells of a response that must be right: figures, row counts, cells of
 * rows, and hashes of all rows.
 */
import { createHash } from 'node:crypto';
import { operations } from 'contract/operations.ts';
import buyingCases from './buying-cases.json' with { type: 'json' };
import followedLoanCases from './followed-loan-cases.json' with { type: 'json' };
import loanCases from './loan-cases.json' with { type: 'json' };
import moneyCases from './money-cases.json' with { type: 'json' };
import statementCases from './statement-cases.json' with { type: 'json' };
import workshopCases from './workshop-cases.json' with { type: 'json' };

type Json = Record<string, unknown>;

export interface Cell {
  /** `schedule.row.2.3` is the fourth cell of row 2. */
  path: string;
  expected: unknown;
  actual: unknown;
}

export interface ConformanceCase {
  id: string;
  /** The kind of calculation, such as `scenario`. */
  route: string;
  url: string;
  /** The body of a POST request. */
  request: object;
  /** `data` is that of the response. */
  cells: (data: unknown) => Cell[];
}

const urls: Record<string, string> = {
  loan: operations.calculatePrincipal.url,
  scenario: operations.calculateScenario.url,
  stress: operations.stressScenario.url,
  solve: operations.solveLoan.url,
  savings: operations.calculateSavings.url,
  switch: operations.switchLoan.url,
  'take-home-pay': operations.calculateTakeHomePay.url,
  statement: operations.checkStatement.url,
  buying: operations.calculateBuying.url,
  'study-loan': operations.calculateStudyLoan.url,
  'followed-loan': operations.followLoan.url,
};

const statements = statementCases.cases.map((shared) => ({ ...shared, route: 'statement' }));

export const conformanceCases: readonly ConformanceCase[] = [
  ...loanCases.cases.map(({ id, request, expect }) => ({
    id,
    route: 'loan',
    url: urls['loan']!,
    request,
    cells: (data: unknown) => loanCells(expect, data),
  })),
  ...[...workshopCases.cases, ...moneyCases.cases, ...statements, ...buyingCases.cases].map(
    ({ id, route, request, expect }) => ({
      id: `${route} ${id}`,
      route,
      url: urls[route]!,
      request,
      cells: (data: unknown) => cellsOf(expect, data),
    }),
  ),
  ...followedLoanCases.cases.map(({ id, request, expect }) => ({
    id,
    route: 'followed-loan',
    url: urls['followed-loan']!,
    request,
    cells: (data: unknown) => followedLoanCells(expect, data),
  })),
];

export const isRight = ({ expected, actual }: Cell): boolean => Object.is(expected, actual);

function cellsOf(expected: unknown, actual: unknown, path = ''): Cell[] {
  if (Array.isArray(expected)) {
    const list = Array.isArray(actual) ? (actual as unknown[]) : [];
    const cells = expected.flatMap((entry, index) => cellsOf(entry, list[index], join(path, index)));
    return [{ path: join(path, 'length'), expected: expected.length, actual: list.length }, ...cells];
  }
  if (!isObject(expected)) return [{ path, expected, actual: without0(actual) }];
  const object = isObject(actual) ? actual : {};
  return Object.entries(expected).flatMap(([name, value]) => {
    if ('digest' in expected && ['rows', 'digest', 'row'].includes(name)) {
      return rowCells(name, value, object, path);
    }
    return cellsOf(value, object[name], join(path, name));
  });
}

/** The cells of the table of an object, which the case describes by `rows`, `digest` and `row`. */
function rowCells(name: string, expected: unknown, holder: Json, path: string): Cell[] {
  const rows = tableOf(holder);
  const fields = fieldsOf(holder, rows);
  if (name === 'rows') return [{ path: join(path, name), expected, actual: rows.length }];
  if (name === 'digest') return [{ path: join(path, name), expected, actual: digestOf(rows, fields) }];
  return Object.entries(expected as Record<string, unknown[]>).flatMap(([period, cells]) => {
    const row = rows.find((each) => each['period'] === Number(period)) ?? {};
    return cells.map((cell, index) => ({
      path: join(path, `row.${period}.${index}`),
      expected: cell,
      actual: without0(row[fields[index] ?? '']),
    }));
  });
}

const tableOf = (holder: Json): Json[] =>
  ([holder['amortization_schedule'], holder['schedule'], holder['rows']].find((rows) =>
    Array.isArray(rows),
  ) as Json[] | undefined) ?? [];

function fieldsOf(holder: Json, rows: readonly Json[]): string[] {
  if ('amortization_schedule' in holder) return workshopCases.row_order.scenario;
  if ('schedule' in holder) return workshopCases.row_order.savings;
  return ['due_date', ...moneyCases.row_order.filter((field) => field in (rows[0] ?? {}))];
}

/** The first 16 hex digits of the SHA-256 of all rows, as the notes of the cases define it. */
function digestOf(rows: readonly Json[], fields: readonly string[]): string {
  const cell = (row: Json, field: string) => {
    if (field === 'due_date') return row[field] ?? '-';
    return Math.round(Number(row[field]) * (field === 'annual_interest_rate' ? 1e6 : 100));
  };
  const lines = rows.map((row) => [row['period'], ...fields.map((field) => cell(row, field))].join(','));
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

const rowFields = ['period', 'payment_amount', 'principal_paid', 'interest_paid', 'remaining_balance'];

/** The cases of loans have decimal texts. */
function loanCells(expected: Record<string, unknown>, data: unknown): Cell[] {
  const loan = isObject(data) ? data : {};
  const rows = tableOf(loan);
  const places: Record<string, number> = { row_1: 0, row_2: 1, row_last: rows.length - 1 };
  return Object.entries(expected).flatMap(([name, value]): Cell[] => {
    if (name === 'rows') return [{ path: name, expected: value, actual: rows.length }];
    if (Array.isArray(value)) {
      return value.map((cell, index) => ({
        path: `${name}.${index}`,
        expected: Number(cell),
        actual: rows[places[name] ?? -1]?.[rowFields[index] ?? ''],
      }));
    }
    return [{ path: name, expected: Number(value), actual: loan[name] }];
  });
}

/** Of the months, the cases have some, and their number and sums. Of the check they have the figures without rows. */
function followedLoanCells(expected: Json, data: unknown): Cell[] {
  const loan = isObject(data) ? data : {};
  const months = (Array.isArray(loan['months']) ? loan['months'] : []) as Json[];
  const sum = (field: string) =>
    months.reduce((total, month) => total + Math.round(Number(month[field] ?? 0) * 100), 0) / 100;
  const summary = {
    count: months.length,
    first: months[0],
    last: months.at(-1),
    owed: sum('owed'),
    expected: sum('expected'),
    planned: sum('planned'),
    each_24th: months.filter((_, index) => index % 24 === 0),
  };
  return cellsOf(expected, { ...loan, months: summary });
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string | number) => (path ? `${path}.${name}` : String(name));

/** JSON has no negative zero. */
const without0 = (value: unknown) => (value === 0 ? 0 : value);
