import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { openScreen } from '#test/render-screen.tsx';
// Loaded before the tests, because each waits only for its own screen.
import './study-loan-calculation.ts';
import './study-loan-screen.tsx';

fakeApi();

test.each([
  ['savings&earns=5', ['$6,786.97', '$6,609.00', '$5,000.00 × (1 + 3.4% ÷ 12)', '32%']],
  ['home_loan&earns=6.19', ['$8,715.53', '$5,000.00 × (1 + 6.19% ÷ 12)']],
])('keeping and paying open to their sums, with the money in %s', async (alternative, texts) => {
  await openScreen(
    `/finance/study-loan#balance=30000&income=91000&growth=3&voluntary=5000&alternative=${alternative}&year=2026-27&indexation=2.8`,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'To Pay or to Keep' }));
  const sums = screen.getByRole('region', { name: 'To Pay or to Keep' });
  for (const text of texts) expect(sums).toHaveTextContent(text);
  // The freed repayments, each with its growth, come to what paying is worth.
  const cells = [...sums.querySelectorAll('tbody td:last-child')].map(({ textContent }) => textContent);
  const total = cells.reduce((sum, text) => sum + Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100), 0);
  const paying = sums.querySelector('dl')?.textContent.match(/Pay It\$([\d,.]+)/)?.[1] ?? '';
  expect(Math.abs(total - Math.round(Number(paying.replaceAll(',', '')) * 100))).toBeLessThanOrEqual(
    cells.length,
  );
});

test('a loan that never ends says that keeping and paying cannot be compared, and for how long its totals are', async () => {
  await openScreen(
    '/finance/study-loan#balance=30000&income=40000&voluntary=5000&alternative=savings&earns=5&year=2026-27&indexation=2.8',
  );
  expect(await screen.findByText(/Keeping and paying cannot be compared/)).toBeVisible();
  expect(screen.getAllByText('In 50 years')).toHaveLength(2);
});
