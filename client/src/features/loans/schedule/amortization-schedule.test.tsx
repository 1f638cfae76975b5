import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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

test('a wide screen has a table with a caption, column headers and row headers', async () => {
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

/** A schedule of so many equal rows. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...rows[0]!, period: index + 1 }));

const periods = () =>
  [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent).filter(Number);

test('a wide screen displays every row at once, up to the longest loan, in order', async () => {
  const many = rowsOf(600);
  render(<AmortizationSchedule rows={many} isPending={false} />);
  await screen.findByRole('table');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(600);
  expect(periods().map(Number)).toEqual(many.map(({ period }) => period));
});

test('By year displays subtotals to the cent with every year closed, and is remembered', async () => {
  const { unmount } = render(<AmortizationSchedule rows={rowsOf(18)} isPending={false} />);
  await userEvent.click(await screen.findByRole('radio', { name: 'By year' }));
  expect(periods()).toHaveLength(0);
  unmount();
  render(<AmortizationSchedule rows={rowsOf(18)} isPending={false} />);
  const first = await screen.findByRole('button', { name: 'Year 1' });
  const second = screen.getByRole('button', { name: 'Year 2' });
  expect(first).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(first);
  expect(second).toHaveAttribute('aria-expanded', 'false');
  const subtotals = within(second.closest('tr')!).getAllByRole('cell');
  expect(subtotals.map(({ textContent }) => textContent)).toEqual(
    '$3,022.50 $2,992.50 $30.00 $501.25'.split(' '),
  );
  expect(periods()).toHaveLength(12);
  await userEvent.click(second);
  expect(periods()).toHaveLength(18);
  await userEvent.click(first);
  expect(periods()).toEqual(['13', '14', '15', '16', '17', '18']);
  await userEvent.click(screen.getByRole('radio', { name: 'All 18 payments' }));
  expect(periods()).toHaveLength(18);
});

test('a jump to a year opens and focuses it', async () => {
  localStorage.setItem('scheduleFold', 'by-year');
  render(<AmortizationSchedule rows={rowsOf(60)} isPending={false} />);
  await userEvent.selectOptions(await screen.findByLabelText('Year'), '4');
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  const button = screen.getByRole('button', { name: 'Year 4' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(periods()).toContain('37');
});

test('all years open, a few per frame, and close', async () => {
  // In seven frames.
  const many = rowsOf(360);
  localStorage.setItem('scheduleFold', 'by-year');
  render(<AmortizationSchedule rows={many} isPending={false} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open All Years' }));
  await waitFor(() => expect(periods()).toHaveLength(360));
  expect(periods().map(Number)).toEqual(many.map(({ period }) => period));
  await userEvent.click(screen.getByRole('button', { name: 'Close All Years' }));
  expect(periods()).toHaveLength(0);
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

test('a narrow screen folds the cards of more than 12 months by year, with the first year open', async () => {
  onNarrowScreen();
  render(<AmortizationSchedule rows={rowsOf(30)} isPending={false} />);
  expect(await screen.findByRole('button', { name: 'Year 1', expanded: true })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Year 2', expanded: false })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Year 3', expanded: false })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('radio', { name: 'By year' })).toBeNull();
});

test('the whole table is printed from a narrow screen, too, which displays the cards again afterwards', async () => {
  onNarrowScreen();
  render(<AmortizationSchedule rows={rowsOf(30)} isPending={false} />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(12);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1 + 3 + 30);
  expect(screen.queryByRole('list')).toBeNull();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
});

test.each([
  ['a schedule without rows', []],
  ['no calculation', undefined],
])('%s has the message that there is no schedule', (_, none) => {
  render(<AmortizationSchedule rows={none} isPending={false} />);
  expect(screen.getByText('No amortization schedule data available')).toBeVisible();
});

test('while a calculation runs there are no rows, and the table is marked as busy', () => {
  render(<AmortizationSchedule rows={undefined} isPending />);
  expect(screen.getByText('Calculating…').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true');
});
