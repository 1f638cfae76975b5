import { screen, waitFor } from '@testing-library/react';
import { acceptCalculation, type Calculation } from 'contract/calculations/calculations.ts';
import { expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { press, renderAt } from '#test/render-at.tsx';
import { focusRegion } from '#ui/keep-focus.ts';
import { ChangedFigures } from './archive-table.tsx';

fakeApi();

const { calculation: example } = acceptCalculation.responses[200].example as { calculation: Calculation };
const saved: Calculation = { ...example, name: 'Home', method: 1, calculated_on: '2026-11-23' };
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
const changes = [
  change('total_interest_paid', 7.5, 7.51),
  change('payoff_period', 12, null),
  change('comparison_rate_percent', 6.25, 6.3),
];

function open(calculation: Calculation, ...answers: object[][]) {
  respondTo('getCalculation', ({ index }) =>
    json({ calculation, changes: answers[index] ?? answers.at(-1) }),
  );
  renderAt('/dashboard', () => (
    <main {...focusRegion}>
      <ChangedFigures calculation={calculation} />
    </main>
  ));
}

test('names the method and the day of the saved figures, and each figure before and after', async () => {
  open(saved, changes);
  expect(await screen.findByText('3 FIGURES CHANGED SINCE METHOD 1, 23 NOVEMBER 2026')).toBeVisible();
  expect(screen.getByRole('row', { name: 'Total interest paid $7.50 $7.51' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Payoff period 12 none' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Comparison rate percent 6.25% 6.3%' })).toBeVisible();
});

test('disappears after the new figures are accepted, and the focus stays on the page', async () => {
  open(saved, changes.slice(0, 1), []);
  const accepted = respondTo('acceptCalculation', () =>
    json({ msg: 'Calculation updated.', calculation: saved }),
  );
  await screen.findByText('1 FIGURE CHANGED SINCE METHOD 1, 23 NOVEMBER 2026');
  await press(/^ACCEPT NEW FIGURES/);
  await waitFor(() => expect(screen.queryByText(/CHANGED SINCE/)).not.toBeInTheDocument());
  expect(accepted).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('stays while the new figures cannot be saved', async () => {
  open(saved, changes);
  respondTo('acceptCalculation', () => refusal('unavailable', 'Busy.'));
  await screen.findByText(/CHANGED SINCE/);
  await press(/^ACCEPT NEW FIGURES/);
  await waitFor(() => expect(screen.getByRole('button')).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByText(/CHANGED SINCE/)).toBeVisible();
});

test('offers no figures to accept if a friend shares the calculation', async () => {
  open({ ...saved, shared_by: { id: saved.id, username: 'bob', user_image: null } }, changes);
  await screen.findByText(/CHANGED SINCE/);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
