import { afterEach, expect, test, vi } from 'vitest';
import { collectEarlyInput } from './early-input.ts';

const all = (selector: string) => [...document.querySelectorAll<HTMLInputElement>(selector)];

afterEach(() => {
  document.body.innerHTML = '';
});

test('files that were chosen before the app was there are given to it', () => {
  document.body.innerHTML = '<input type="file">';
  const [field] = all('input');
  const files = [new File(['1'], 'loan.csv')];
  // As in browsers, where a text cannot be set.
  Object.defineProperty(field, 'files', { value: files });
  Object.defineProperty(field, 'value', { get: () => 'C:\\fakepath\\loan.csv' });
  const chosen = vi.fn<(event: Event) => void>();
  field?.addEventListener('change', chosen);
  collectEarlyInput(new Set(all('input')))();
  expect(chosen).toHaveBeenCalledOnce();
});

test('of controls with the same name, each is the one at its place in a page that is rendered anew', () => {
  const page =
    '<input name="unit"><input name="unit"><input type="radio" name="as"><input type="radio" name="as"><button>Add</button><button>Add</button>';
  document.body.innerHTML = page;
  const [, unit] = all('[name=unit]');
  const [, choice] = all('[name=as]');
  const [, button] = all('button');
  unit!.value = '5';
  choice!.checked = true;
  const repeat = collectEarlyInput(new Set([unit!, choice!, button!]));
  document.body.innerHTML = page;
  const pressed = vi.fn<(event: Event) => void>();
  all('button')[1]?.addEventListener('click', pressed);
  repeat();
  expect(all('[name=unit]').map(({ value }) => value)).toEqual(['', '5']);
  expect(all('[name=as]').map(({ checked }) => checked)).toEqual([false, true]);
  expect(pressed).toHaveBeenCalledOnce();
});

test('what is typed until the page is rendered anew is not lost, and the caret stays', () => {
  document.body.innerHTML = '<input name="amount">';
  const [field] = all('input');
  field!.value = '30';
  field!.focus();
  const repeat = collectEarlyInput(new Set([field!]));
  field!.value = '300';
  field!.setSelectionRange(1, 1);
  document.body.innerHTML = '<input name="amount">';
  repeat();
  const [anew] = all('input');
  expect(anew).toHaveValue('300');
  expect(anew).toHaveFocus();
  expect(anew?.selectionStart).toBe(1);
});

test('a selection stays, so that what is typed next replaces it', () => {
  document.body.innerHTML = '<input name="rate" value="2.5"><button>Terms</button>';
  const [field] = all('input');
  field!.focus();
  field!.select();
  collectEarlyInput(new Set(all('button')))();
  expect([field!.selectionStart, field!.selectionEnd]).toEqual([0, 3]);
});
