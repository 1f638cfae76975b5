/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What violates WCAG 2.2 AA and best practices on the current page: each of axe's rules with its elements. */
export async function axeViolations(page: Page): Promise<[rule: string, elements: string[]][]> {
  // Injected once for each document. A second analysis takes half the time of the first.
  if (await page.evaluate(() => !window.axe)) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const results = await window.axe?.run(document, { resultTypes: ['violations'] });
    if (!results) throw new Error('axe is gone: the page was loaded anew.');
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
}
