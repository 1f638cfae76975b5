import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { press, renderRoutes } from '#test/render-at.tsx';
import SwitchScreen from './switch-screen.tsx';

fakeApi();

const path = '/finance/switch';
const open = () => renderRoutes([{ path, Component: SwitchScreen }], path);

test('three offers can be added, and removing one moves the focus to the button that adds the next', async () => {
  open();
  for (const name of ['Offer 2', 'Offer 3']) {
    await press('Add an offer');
    const rate = within(screen.getByRole('group', { name })).getByLabelText('Rate (%)');
    await waitFor(() => expect(rate).toHaveFocus());
    expect(screen.getByText(`${name} added.`)).toBeInTheDocument();
  }
  expect(screen.queryByRole('button', { name: 'Add an offer' })).toBeNull();
  await press('Remove Offer 2');
  expect(screen.getByRole('button', { name: 'Add an offer' })).toHaveFocus();
  expect(screen.getByText('Offer 2 removed.')).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Offer 3' })).toBeNull();
});
