import type { StatementResult } from 'contract/statements/statements.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ChargeChart } from './charge-chart.tsx';
import { ChargeTable } from './charge-table.tsx';
import { checkedCase } from '#test/checked-case.ts';

const { result } = checkedCase('C047');

/** Twice as many charges, with those that differ first. */
const long: StatementResult = {
  ...result,
  rows: [
    ...result.rows.map((row) => (row.status === 'differs' ? { ...row, difference: 1743.2 } : row)),
    ...result.rows.filter(({ status }) => status === 'explained'),
    ...result.rows.filter(({ status }) => status === 'explained'),
  ].map((row, index) => ({ ...row, row: index + 1 })),
};

test('a chart of many charges begins with all where one before the last 24 differs, and groups its amounts', () => {
  const { rerender } = render(<ChargeChart key="one" result={long} />);
  expect(screen.getByText(`dollars, for each of ${long.rows.length} charges`)).toBeInTheDocument();
  expect(screen.getAllByText('1,743').length).toBeGreaterThan(0);
  const right = {
    ...long,
    rows: long.rows.map((row) => ({ ...row, status: 'explained' as const, difference: 0 })),
  };
  rerender(<ChargeChart key="other" result={right} />);
  expect(screen.getByText('dollars, for each of 24 charges')).toBeInTheDocument();
  // Every second month is named.
  expect(screen.getAllByText(/^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)/)).toHaveLength(12);
});

test('a charge that may be right is a column with its amount', () => {
  const rows = result.rows.map((row) =>
    row.status === 'differs' ? { ...row, status: 'not_checked' as const, reason: null, cause: null } : row,
  );
  render(<ChargeChart result={{ ...result, rows }} />);
  const first = rows.find(({ status }) => status === 'not_checked')!;
  expect(screen.getByText(first.difference!.toFixed(2))).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /more\. Differs, may be right$/ })).toHaveLength(4);
});

test('from a phone, the table is printed with all its figures', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = query.includes('max-width');
    return { matches, addEventListener: () => {}, removeEventListener: () => {} } as never;
  });
  render(<ChargeTable result={result} />);
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const table = screen.getByRole('table');
  for (const { charged } of result.rows)
    expect(table).toHaveTextContent(charged.toFixed(2).replace(/\B(?=(\d{3})+\.)/, ','));
});
