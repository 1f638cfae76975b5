import { screen, waitFor, within } from '@testing-library/react';
import type { Refresh } from 'contract/datasets/datasets.ts';
import { datasetMessages } from 'contract/datasets/datasets.constants.ts';
import { expect, test } from 'vitest';
import { fakeApi, json, refusal, respondTo } from '#test/fake-api.ts';
import { press, renderAt } from '#test/render-at.tsx';
import { DatasetRefreshes } from './dataset-refreshes.tsx';

fakeApi();

const gdp = { slug: 'gdp-australia', title: 'GDP', url: 'https://example.org', url_by_operator: false };
const untried: Refresh = {
  ...gdp,
  state: 'waiting',
  is_running: false,
  tried_at: null,
  answered_at: null,
  reason: null,
  failures: 0,
  next_try_at: null,
  vintage: '0123456789ab',
  last: '2023',
  next_due: '2024-01-01',
  late_from: '2024-06-01',
};
const refused: Refresh = {
  ...untried,
  state: 'refused',
  tried_at: '2026-11-24T01:02:03.000Z',
  reason: 'is not CSV but HTML',
  failures: 1,
  next_try_at: '2026-11-24T02:02:03.000Z',
};

/** The responses in turn; the last one stays. */
function open(isOn: boolean, ...answers: Refresh[][]) {
  respondTo('listDatasets', () => json({ data: [{ ...gdp, frequency: 'annual' }] }));
  respondTo('listRefreshes', ({ index }) => json({ is_on: isOn, data: answers[index] ?? answers.at(-1) }));
  renderAt('/admin/settings', DatasetRefreshes);
  return screen.findByRole('table', { name: /^The last attempt/ });
}

test('displays the age of the figures, the last attempt and the time of the next one', async () => {
  const table = await open(true, [refused]);
  const row = await within(table).findByRole('row', { name: /^GDP/ });
  await waitFor(() => expect(row).toHaveTextContent(/Figures to 2023, .* old · late/));
  expect(row).toHaveTextContent('Refused: is not CSV but HTML');
  expect(row).toHaveTextContent('2026-11-24 01:02:03');
  expect(row).toHaveTextContent('2026-11-24 02:02:03');
});

test('is busy until the requested attempt has ended, and then reports why it failed', async () => {
  const table = await open(true, [untried], [untried], [{ ...refused, is_running: true }], [refused]);
  respondTo('refreshDataset', () => json({ msg: datasetMessages.refreshQueued }));
  await within(table).findByText('Not tried yet');
  await press('Try now GDP');
  await waitFor(() => expect(within(table).getByRole('button')).toHaveAttribute('aria-disabled', 'true'));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('GDP: Refused: is not CSV'));
  expect(within(table).getByRole('button')).not.toHaveAttribute('aria-disabled');
});

test('a failed request can be repeated', async () => {
  const table = await open(true, [untried]);
  respondTo('refreshDataset', () => refusal('conflict', datasetMessages.refreshOff));
  await within(table).findByText('Not tried yet');
  await press('Try now GDP');
  await waitFor(() => expect(within(table).getByRole('button')).not.toHaveAttribute('aria-disabled'));
});

test('while refreshing is off, no attempt can be requested, and before the first figures no age is displayed', async () => {
  const table = await open(false, [{ ...untried, slug: 'cpi-quarterly', title: 'CPI', last: null }]);
  const row = await within(table).findByRole('row', { name: /^CPI/ });
  expect(row).toHaveTextContent('None yet');
  expect(row).toHaveTextContent('Off');
  expect(within(table).queryByRole('button')).not.toBeInTheDocument();
});
