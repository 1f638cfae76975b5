import { expect, test, vi } from 'vitest';
import { storedText } from './stored-text.ts';

test('a text is kept in the local storage, and followers hear of every change', () => {
  const text = storedText('some');
  const listener = vi.fn<() => void>();
  const stop = text.follow(listener);
  text.set('a');
  expect(localStorage.getItem('some')).toBe('a');
  text.set(null);
  expect(localStorage.getItem('some')).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  text.set('b');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('with the storage blocked a text lasts as long as the page', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError');
  });
  const text = storedText('some');
  const listener = vi.fn<() => void>();
  const stop = text.follow(listener);
  expect(text.get()).toBeNull();
  text.set('a');
  expect(text.get()).toBe('a');
  text.set(null);
  expect(text.get()).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
});

test('with the storage full the newest text counts, until another tab writes one', () => {
  const text = storedText('some');
  const stop = text.follow(() => {});
  text.set('old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  text.set('new');
  expect(text.get()).toBe('new');

  window.dispatchEvent(new StorageEvent('storage', { key: 'some' }));
  expect(text.get()).toBe('old');
  stop();
});
