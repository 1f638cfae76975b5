import { expect, onTestFinished, test } from 'vitest';
import { eitherSignal, isVisible } from './compatibility.ts';

function deleteUntilEnd(owner: object, name: string): void {
  const property = Object.getOwnPropertyDescriptor(owner, name)!;
  Reflect.deleteProperty(owner, name);
  onTestFinished(() => void Object.defineProperty(owner, name, property));
}

test.each(['native', 'missing'])('eitherSignal is aborted with the first signal (%s)', (state) => {
  if (state === 'missing') {
    deleteUntilEnd(AbortSignal, 'any');
  }
  const [one, other] = [new AbortController(), new AbortController()];
  const signal = eitherSignal(one.signal, other.signal);
  expect(signal.aborted).toBe(false);
  other.abort('late');
  expect([signal.aborted, signal.reason]).toEqual([true, 'late']);
  expect(eitherSignal(AbortSignal.abort('before'), one.signal).reason).toBe('before');
});

test('isVisible falls back to the boxes of an element', () => {
  deleteUntilEnd(Element.prototype, 'checkVisibility');
  const element = document.createElement('p');
  expect(isVisible(element)).toBe(false);
  element.getClientRects = () => [{}] as unknown as DOMRectList;
  expect(isVisible(element)).toBe(true);
});
