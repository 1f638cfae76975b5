/** The shared cases of the money tools, and responses in the format of these cases. */
import { createHash } from 'node:crypto';
import { operations } from 'contract/operations.ts';
import moneyCases from './money-cases.json' with { type: 'json' };

type Json = Record<string, unknown>;

export const caseUrls: Record<string, string> = {
  switch: operations.switchLoan.url,
  'take-home-pay': operations.calculateTakeHomePay.url,
};

export const casesOf = (route: string) => moneyCases.cases.filter((shared) => shared.route === route);
export const refusalsOf = (route: string) => moneyCases.invalid.filter((shared) => shared.route === route);

/** The response in the format of the case, without sources. */
export function expectedPart(expected: unknown, answer: unknown): unknown {
  if (Array.isArray(expected)) {
    return (answer as unknown[]).map((entry, index) => expectedPart(expected[index], entry));
  }
  if (!isObject(expected) || !isObject(answer)) return answer;
  if ('digest' in expected) return withRows(expected, answer);
  const { sources: _sources, ...figures } = answer;
  const parts = Object.entries(figures).map(([name, value]) => [name, expectedPart(expected[name], value)]);
  return Object.fromEntries(parts) as Json;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withRows(expected: Json, { rows, ...figures }: Json): Json {
  const table = rows as Json[];
  const amounts = moneyCases.row_order.filter((field) => field in table[0]!);
  const row = Object.keys(expected['row'] as Json).map((period) => {
    const found = table[Number(period)]!;
    return [period, [found['due_date'], ...amounts.map((field) => found[field])]];
  });
  const lines = table.map((each) =>
    [
      each['period'],
      each['due_date'] ?? '-',
      ...amounts.map((field) => Math.round(Number(each[field]) * 100)),
    ].join(','),
  );
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
  return { ...figures, rows: table.length, digest, row: Object.fromEntries(row) as Json };
}
