import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, refusal } from '#api/fake-api.ts';
import { renderAt } from '#parts/render-at.tsx';
import UndoEmailChangeScreen from './undo-email-change-screen.tsx';

fakeApi();

const open = () =>
  renderAt('/undo-email-change/:uid/:token', UndoEmailChangeScreen, '/undo-email-change/u-1/t-1');
const undo = () => userEvent.click(screen.getByRole('button', { name: 'Restore my previous address' }));

test('a link that is over is told so; a failure that may pass can be tried again', async () => {
  respondTo('undoEmailChange', ({ index }) =>
    index === 0 ? refusal('unavailable', 'Busy.') : refusal('invalid_link', 'No longer.'),
  );
  open();
  await undo();
  expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No longer.')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
