import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, stopClock, until } from '#test/fake-clock.ts';
import { askToConfirm } from './confirm.tsx';

const dialog = () => screen.queryByRole('alertdialog');
const deleteIt = vi.fn<() => void>();

function ask(message = 'mata will be deleted.') {
  askToConfirm({ title: 'DELETE USER', message, confirmLabel: 'Delete', onConfirm: deleteIt });
}

beforeEach(() => {
  stopClock();
  deleteIt.mockClear();
  render(<button onClick={() => ask()}>Delete mata</button>);
  screen.getByRole('button').focus();
});

afterEach(async () => {
  fireEvent.keyDown(document, { key: 'Escape' });
  await until(() => !dialog());
});

async function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Delete mata' }));
  await until(dialog);
}

/** jsdom knows neither a pointer's nor a keyboard's place. */
function hold(isHeld: boolean) {
  vi.spyOn(dialog()!, 'matches').mockReturnValue(isHeld);
}

test('a question says what it is about, takes the focus to the harmless answer, and gives it back', async () => {
  await open();
  expect(dialog()).toHaveAccessibleName('DELETE USER');
  expect(dialog()).toHaveAccessibleDescription('mata will be deleted.');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await until(() => !dialog());
  expect(screen.getByRole('button', { name: 'Delete mata' })).toHaveFocus();
  expect(deleteIt).not.toHaveBeenCalled();
});

test('its answer acts once', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await until(() => !dialog());
  expect(deleteIt).toHaveBeenCalledTimes(1);
});

test('it goes by itself after 20 seconds, says so, and nothing was done', async () => {
  await open();
  hold(false);
  await pass(19_800);
  expect(dialog()).toHaveTextContent('1 s left');
  await pass(400);
  expect(dialog()).toBeNull();
  expect(screen.getByText('The question went unanswered. Nothing was changed.')).toBeInTheDocument();
  expect(deleteIt).not.toHaveBeenCalled();
});

test('its clock waits while the pointer or the keyboard is on it', async () => {
  await open();
  hold(true);
  await pass(60_000);
  expect(dialog()).toHaveTextContent('20 s left');
});

test('another question takes its place', async () => {
  await open();
  act(() => ask('2 records will be deleted.'));
  await until(() => screen.queryByText('2 records will be deleted.'));
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
});

test('leaving the page withdraws it', async () => {
  await open();
  window.history.pushState(null, '', '/elsewhere');
  await pass(200);
  expect(dialog()).toBeNull();
  window.history.pushState(null, '', '/');
});
