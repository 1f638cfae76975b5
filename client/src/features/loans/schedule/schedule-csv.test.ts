import { calculatePrincipal } from 'contract/loans/loans.ts';
import { calculateScenario } from 'contract/scenarios/scenarios.ts';
import { expect, test } from 'vitest';
import { scheduleCsv } from './schedule-csv.ts';
import type { ScheduleRow } from './schedule-years.ts';

interface Example {
  data: { amortization_schedule: ScheduleRow[]; total_interest_paid: number; total_payments_made: number };
}

const plain = calculatePrincipal.responses[200].example as Example;
const scenario = calculateScenario.responses[200].example as Example;

test('the file of a plain loan has the columns of its table', () => {
  expect(scheduleCsv(plain.data.amortization_schedule)).toBe(
    'period,payment,principal,interest,balance\r\n1,503.75,498.75,5.00,501.25\r\n2,503.76,501.25,2.51,0.00\r\n',
  );
});

test('the file of a scenario also contains its dates, extra repayments and rates', () => {
  expect(scheduleCsv(scenario.data.amortization_schedule)).toBe(
    'period,due_date,payment,principal,interest,extra_paid,offset_balance,annual_interest_rate,balance\r\n' +
      '1,2026-02-28,603.75,598.75,5.00,100.00,0.00,6,401.25\r\n2,2026-03-31,403.26,401.25,2.01,0.00,0.00,6,0.00\r\n',
  );
});

test('fees have a column whose sum is the total of the fees', () => {
  const file = scheduleCsv(plain.data.amortization_schedule, { upfront: 600, rows: [8, 8] });
  expect(file.split('\r\n').map((line) => line.split(',')[4])).toEqual(['fees', '608.00', '8.00', undefined]);
});

test.each([
  ['payment', plain.data.total_payments_made, plain],
  ['interest', plain.data.total_interest_paid, plain],
  ['payment', scenario.data.total_payments_made, scenario],
  ['interest', scenario.data.total_interest_paid, scenario],
])('the sum of the column %s is %d, as the summary has it', (name, total, { data }) => {
  const [head = '', ...lines] = scheduleCsv(data.amortization_schedule).trim().split('\r\n');
  const column = head.split(',').indexOf(name);
  const cents = lines.reduce((sum, line) => sum + Math.round(100 * Number(line.split(',')[column])), 0);
  expect(cents).toBe(Math.round(100 * total));
});
