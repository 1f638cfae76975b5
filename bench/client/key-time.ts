/// <reference lib="dom" />
import type { Page } from '@playwright/test';

declare global {
  var keyToFiguresMs: Promise<number>;
}

/** Measured in the page, from the key's event to the frame with the changed figures. */
export async function msFromKeyToFigures(on: Page, key: string): Promise<number> {
  await on.evaluate(() => {
    globalThis.keyToFiguresMs = new Promise((resolve) => {
      let pressedAt = 0;
      document.addEventListener('keydown', (event) => (pressedAt = event.timeStamp), { once: true });
      const result = document.querySelector('section[aria-label="Result"]');
      if (!result) throw new Error('There is no result.');
      const amounts = /\$[\d,.]+/g;
      const before = String(result.textContent.match(amounts));
      const observer = new MutationObserver(() => {
        if (String(result.textContent.match(amounts)) === before) return;
        observer.disconnect();
        requestAnimationFrame((at) => resolve(at - pressedAt));
      });
      observer.observe(result, { childList: true, characterData: true, subtree: true });
    });
  });
  await on.keyboard.press(key);
  return on.evaluate(() => globalThis.keyToFiguresMs);
}
