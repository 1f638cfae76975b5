/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What axe finds on the page as it is now, WCAG 2.2 AA and best practices, or by some rules alone: each rule with its elements. */
export async function axeViolations(
  page: Page,
  rules?: string[],
): Promise<[rule: string, elements: string[]][]> {
  // Once a document: its second look takes half the time of the first.
  if (await page.evaluate(() => !window.axe)) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const results = await window.axe?.run(document, {
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
    });
    if (!results) throw new Error('axe is gone: the page was loaded anew.');
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
}
