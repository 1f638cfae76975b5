import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AmortizationSchedule } from './amortization-schedule.tsx';

const rows = [
  { period: 1, payment_amount: 503.75, principal_paid: 498.75, interest_paid: 5, remaining_balance: 501.25 },
  { period: 2, payment_amount: 503.76, principal_paid: 501.25, interest_paid: 2.51, remaining_balance: 0 },
];

/** Runs the test on a screen of 768 px or less. */
function onNarrowScreen() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width: 768px'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a wide screen has a table with a caption, column heads and row heads', async () => {
  render(<AmortizationSchedule rows={rows} isPending={false} />);
  const table = await screen.findByRole('table', { name: 'Amounts in Australian dollars' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Period', 'Payment', 'Principal', 'Interest', 'Balance']);
  expect(within(table).getByRole('rowheader', { name: '2' })).toBeVisible();
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual('$503.75 $498.75 $5.00 $501.25 $503.76 $501.25 $2.51 $0.00'.split(' '));
  expect(screen.getByText('2 payments')).toBeVisible();
});

test('all 600 rows of the longest loan arrive, in order', { timeout: 30_000 }, async () => {
  const many = Array.from({ length: 600 }, (_, index) => ({ ...rows[0]!, period: index + 1 }));
  render(<AmortizationSchedule rows={many} isPending={false} />);
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(600), { timeout: 25_000 });
  const periods = [...document.querySelectorAll('tbody th')].map(({ textContent }) => Number(textContent));
  expect(periods).toEqual(many.map(({ period }) => period));
});

test('a narrow screen has cards with the same figures, and no table', async () => {
  onNarrowScreen();
  render(<AmortizationSchedule rows={rows} isPending={false} />);
  const cards = await screen.findAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Period 1Payment$503.75Principal$498.75Interest$5.00Balance$501.25',
    'Period 2Payment$503.76Principal$501.25Interest$2.51Balance$0.00',
  ]);
  expect(screen.queryByRole('table')).toBeNull();
});

test('paper gets the whole table from a narrow screen too, and the cards are back afterwards', async () => {
  onNarrowScreen();
  const many = Array.from({ length: 200 }, (_, index) => ({ ...rows[0]!, period: index + 1 }));
  render(<AmortizationSchedule rows={many} isPending={false} />);
  await screen.findAllByRole('listitem');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(201);
  expect(screen.queryByRole('list')).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0);
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['a schedule without rows', []],
  ['no calculation', undefined],
])('%s is said to be no schedule', (_, none) => {
  render(<AmortizationSchedule rows={none} isPending={false} />);
  expect(screen.getByText('No amortization schedule data available')).toBeVisible();
});

test('while a calculation runs there are no rows, and assistive technology knows why', () => {
  render(<AmortizationSchedule rows={undefined} isPending />);
  expect(screen.getByText('Calculating…').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true');
});
