import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { notify } from './toast.ts';

test('a toast appears at the upper right and its clock runs for five seconds', async () => {
  notify.success('Calculation successful!');
  const toast = await screen.findByText('Calculation successful!');
  expect(toast.closest('.Toastify__toast-container--top-right')).not.toBeNull();
  const clock = toast.closest('.Toastify__toast')?.querySelector('.Toastify__progress-bar');
  expect(clock).toHaveStyle({ animationDuration: '5000ms' });
});

test('failures interrupt, other news waits', async () => {
  notify.error('refused');
  notify.warn('careful');
  expect((await screen.findByText('refused')).closest('[role=alert]')).not.toBeNull();
  expect((await screen.findByText('careful')).closest('[role=status]')).not.toBeNull();
});

test('a toast is dismissed by dragging it across more than 80 % of its width', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  notify.info('drag me');
  const toast = (await screen.findByText('drag me')).closest<HTMLElement>('.Toastify__toast')!;
  const dragBy = (pixels: number) => {
    fireEvent.pointerDown(toast, { clientX: 0, clientY: 0, button: 0 });
    fireEvent.pointerMove(document, { clientX: pixels, clientY: 0 });
    fireEvent.pointerUp(document);
  };
  dragBy(79);
  expect(toast.style.transform).toBe('');
  dragBy(81);
  await waitFor(() => expect(screen.queryByText('drag me')).not.toBeInTheDocument());
});
