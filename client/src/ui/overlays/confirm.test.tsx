import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { askToConfirm } from './confirm.tsx';

const dialog = () => screen.queryByRole('alertdialog');
const onConfirm = vi.fn<() => void>();

function askToDelete(message = 'mata will be deleted.') {
  askToConfirm({ title: 'DELETE USER', message, confirmLabel: 'Delete', onConfirm });
}

beforeEach(() => {
  installFakeClock();
  onConfirm.mockClear();
  render(<button onClick={() => askToDelete()}>Delete mata</button>);
  screen.getByRole('button').focus();
});

afterEach(async () => {
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitUntil(() => !dialog());
});

async function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Delete mata' }));
  await waitUntil(dialog);
}

/** jsdom supports neither `:hover` nor `:focus-visible`. */
function mockInteraction(isInside: boolean) {
  vi.spyOn(dialog()!, 'matches').mockReturnValue(isInside);
}

test('describes the action, focuses Cancel, and returns the focus on Escape', async () => {
  await open();
  expect(dialog()).toHaveAccessibleName('DELETE USER');
  expect(dialog()).toHaveAccessibleDescription('mata will be deleted.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitUntil(() => !dialog());
  expect(screen.getByRole('button', { name: 'Delete mata' })).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('runs the action once after a confirmation', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitUntil(() => !dialog());
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('closes after 20 seconds without running the action, and announces the timeout', async () => {
  await open();
  mockInteraction(false);
  await advanceClock(19_800);
  expect(dialog()).toHaveTextContent('1 s left');
  await advanceClock(400);
  expect(dialog()).toBeNull();
  expect(screen.getByText('The question went unanswered. Nothing was changed.')).toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('pauses the countdown while the pointer or the keyboard focus is inside', async () => {
  await open();
  mockInteraction(true);
  await advanceClock(60_000);
  expect(dialog()).toHaveTextContent('20 s left');
});

test('another confirmation replaces the open confirmation', async () => {
  await open();
  act(() => askToDelete('2 records will be deleted.'));
  await waitUntil(() => screen.queryByText('2 records will be deleted.'));
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
});

test('closes when the user leaves the page', async () => {
  await open();
  window.history.pushState(null, '', '/elsewhere');
  await advanceClock(200);
  expect(dialog()).toBeNull();
  window.history.pushState(null, '', '/');
});
