/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';

const closed = ':is(summary, [aria-expanded="false"], [popovertarget], [aria-haspopup="dialog"])';

/**
 * Brings a screen into its other states, and runs the check in each: a question is answered, everything that is closed is
 * opened, and every number is refused.
 *
 * @param within a selector of the parts in which everything is opened
 */
export async function visitStates(page: Page, within: string, check: () => Promise<void>): Promise<void> {
  await answerQuestion(page, check);
  await openEverything(page, within, check);
  await refuseNumbers(page, check);
}

async function answerQuestion(page: Page, check: () => Promise<void>): Promise<void> {
  const answer = page.getByRole('button', { name: 'Answer', exact: true });
  if (!(await answer.isVisible())) return;
  const value = page.getByRole('form', { name: 'Question' }).getByRole('textbox');
  if ((await value.count()) > 0) await value.fill('1000');
  else await page.getByRole('radio').first().check();
  await answer.click();
  await expect(page.getByText(/^(Right\.|Not quite\.)/)).toBeVisible();
  await check();
}

/** What opens may contain more that is closed. */
async function openEverything(page: Page, within: string, check: () => Promise<void>): Promise<void> {
  for (;;) {
    const opener = page
      .locator(`${within} ${closed}:visible:not([data-visited], [aria-disabled="true"], :disabled)`)
      .first();
    if ((await opener.count()) === 0) return;
    const { isAccordion, opensDialog } = await opener.evaluate((element: HTMLElement) => {
      // What has the same label in a list opens the same kind of content, and in a row the same computation belongs to each
      // figure. A label is without the name of its row, which is hidden, and without numbers; that of a menu is an icon.
      const [list, kind] = element.matches('[popovertarget]')
        ? ['ul, tbody', '[popovertarget]']
        : element.matches('[aria-haspopup="dialog"]')
          ? ['ul, tr', '[aria-haspopup="dialog"]']
          : ['tbody', '[aria-expanded]'];
      const openers = [element, ...(element.closest(list)?.querySelectorAll(kind) ?? [])];
      const labels = openers.map((one) =>
        one.textContent
          .replace(one.querySelector('.sr-only')?.textContent ?? '', '')
          .replaceAll(/\P{Letter}/gu, ''),
      );
      for (const [index, one] of openers.entries())
        if (labels[index] === labels[0]) one.setAttribute('data-visited', '');
      element.click();
      return {
        isAccordion: element.matches('summary, main [aria-expanded]:not([aria-haspopup])'),
        opensDialog: element.matches('[aria-haspopup="dialog"]'),
      };
    });
    if (isAccordion) continue;
    // The code of a dialog may be lazy.
    if (opensDialog) await expect(page.locator('dialog[open]')).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
  }
}

async function refuseNumbers(page: Page, check: () => Promise<void>): Promise<void> {
  const numbers = page.locator('main input[inputmode]:visible:not(:disabled, [readonly])');
  for (const field of await numbers.all()) await field.fill('1,000,000,000,000,000 and some');
  await check();
}
