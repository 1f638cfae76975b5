import { expect, test, vi } from 'vitest';
import { localStorageItem } from './local-storage-item.ts';

test('a text is stored in the local storage, and subscribers are notified of every change', () => {
  const text = localStorageItem('some');
  const listener = vi.fn<() => void>();
  const unsubscribe = text.subscribe(listener);
  text.set('a');
  expect(localStorage.getItem('some')).toBe('a');
  text.set(null);
  expect(localStorage.getItem('some')).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  text.set('b');
  expect(listener).toHaveBeenCalledTimes(2);
});

test('with blocked storage a text lasts as long as the page', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError');
  });
  const text = localStorageItem('some');
  const listener = vi.fn<() => void>();
  const unsubscribe = text.subscribe(listener);
  expect(text.get()).toBeNull();
  text.set('a');
  expect(text.get()).toBe('a');
  text.set(null);
  expect(text.get()).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
});

test('with full storage the newest text counts until another tab writes one', () => {
  const text = localStorageItem('some');
  const unsubscribe = text.subscribe(() => {});
  text.set('old');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  text.set('new');
  expect(text.get()).toBe('new');

  window.dispatchEvent(new StorageEvent('storage', { key: 'some' }));
  expect(text.get()).toBe('old');
  unsubscribe();
});
