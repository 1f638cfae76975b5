import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { press } from '#test/render-at.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

const failure = new TypeError('Failed to fetch dynamically imported module');

function open(onClose: () => void) {
  // React reports each error that a component catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Missing = lazy(() => Promise.reject(failure));
  return render(
    <>
      <p>The screen below</p>
      <LazyDialog onClose={onClose}>
        <Missing />
      </LazyDialog>
    </>,
  );
}

test('replaces a dialog whose code cannot be loaded with a message that can be closed, and keeps the screen below', async () => {
  // Vite dispatches this event before it throws.
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: failure }));
  const onClose = vi.fn<() => void>();
  open(onClose);
  expect(await screen.findByRole('dialog', { name: 'NOT LOADED' })).toHaveTextContent(
    'This part of the site could not be loaded. Check your connection and try again.',
  );
  expect(screen.getByText('The screen below')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  await press('CLOSE');
  expect(onClose).toHaveBeenCalledOnce();
});
