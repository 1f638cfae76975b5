import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { respondTo, fakeApi, refusal } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import {
  NotMeScreen,
  UndoDeletionScreen,
  UndoEmailChangeScreen,
  UnsubscribeScreen,
} from './undo-screens.tsx';

fakeApi();

test.each([
  ['undoEmailChange', UndoEmailChangeScreen, 'Restore my previous email address'],
  ['undoDeletion', UndoDeletionScreen, 'Keep my account'],
  ['disownSecondFactor', NotMeScreen, 'This was not me'],
  ['unsubscribe', UnsubscribeScreen, 'End this mail'],
] as const)(
  'a link for %s that is over is told so; a failure that may pass can be tried again',
  async (...the) => {
    const [operation, Screen, button] = the;
    respondTo(operation, ({ index }) =>
      index === 0 ? refusal('unavailable', 'Busy.') : refusal('invalid_link', 'No longer.'),
    );
    renderAt('/undo/:uid/:token', Screen, '/undo/u-1/t-1');
    await userEvent.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No longer.')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  },
);
