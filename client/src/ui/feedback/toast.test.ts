import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from './toast.ts';

beforeEach(() => void vi.restoreAllMocks());

test('a toast appears at the upper right for five seconds', async () => {
  toast.success('Calculation successful!');
  const message = await screen.findByText('Calculation successful!');
  expect(message.closest('.Toastify__toast-container--top-right')).not.toBeNull();
  const progressBar = message.closest('.Toastify__toast')?.querySelector('.Toastify__progress-bar');
  expect(progressBar).toHaveStyle({ animationDuration: '5000ms' });
});

test('an error is an alert, and a warning is a status', async () => {
  toast.error('refused');
  toast.warn('careful');
  expect((await screen.findByText('refused')).closest('[role=alert]')).not.toBeNull();
  expect((await screen.findByText('careful')).closest('[role=status]')).not.toBeNull();
});

const toastOf = async (text: string) => (await screen.findByText(text)).closest('.Toastify__toast')!;
const isClosing = (element: Element) => element.className.includes('exit');

test('a failure closes the toasts of success, and no others', async () => {
  toast.success('saved');
  toast.info('by the way');
  const [saved, other] = [await toastOf('saved'), await toastOf('by the way')];
  toast.closeSuccess();
  toast.error('refused');
  const refused = await toastOf('refused');
  await waitFor(() => expect(saved).toSatisfy(isClosing));
  expect([other, refused].filter(isClosing)).toEqual([]);
  toast.closeAll();
  await waitFor(() => expect([other, refused].filter(isClosing)).toHaveLength(2));
});

test('a message that is displayed already appears anew instead of a second time', async () => {
  toast.success('Stored.');
  const parts = async () => {
    const element = await toastOf('Stored.');
    return [screen.getByText('Stored.'), element.querySelector('.Toastify__progress-bar')!];
  };
  const [, time] = await parts();
  toast.success('Stored.');
  await waitFor(() => expect(time).not.toBeInTheDocument());
  const [text] = await parts();
  toast.success('Stored.');
  await waitFor(() => expect(text).not.toBeInTheDocument());
  expect(await toastOf('Stored.')).toBeVisible();
});

test('a toast is dismissed by dragging it across more than 80 % of its width', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  toast.info('drag me');
  const toastElement = (await screen.findByText('drag me')).closest<HTMLElement>('.Toastify__toast')!;
  const dragBy = (pixels: number) => {
    fireEvent.pointerDown(toastElement, { clientX: 0, clientY: 0, button: 0 });
    fireEvent.pointerMove(document, { clientX: pixels, clientY: 0 });
    fireEvent.pointerUp(document);
  };
  dragBy(79);
  expect(toastElement.style.transform).toBe('');
  dragBy(81);
  await waitFor(() => expect(screen.queryByText('drag me')).not.toBeInTheDocument());
});
