import { calculate } from 'engine/test/calculate.ts';
import { expect, it } from 'vitest';
import { conformanceCases, isRight } from './cases.ts';

it.each(conformanceCases)('the engine gets every cell of $id right', ({ url, request, cells }) => {
  const results = cells(calculate(url, request));
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter((cell) => !isRight(cell))).toEqual([]);
});

it('a wrong figure, a missing row and a missing response are wrong cells', () => {
  const loan = conformanceCases.find(({ id }) => id === 'E01')!;
  const right = calculate(loan.url, loan.request) as { amortization_schedule: object[] };
  const wrongCells = (data: unknown) =>
    loan
      .cells(data)
      .filter((cell) => !isRight(cell))
      .map(({ path }) => path);
  expect(wrongCells({ ...right, calculated_monthly_payment: 2997.76 })).toEqual([
    'calculated_monthly_payment',
  ]);
  expect(wrongCells({ ...right, amortization_schedule: right.amortization_schedule.slice(0, -1) })).toContain(
    'rows',
  );
  expect(wrongCells(undefined)).toHaveLength(loan.cells(right).length);
});
