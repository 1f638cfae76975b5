/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { oldestBrowsers } from 'client/oldest-browsers.ts';
import { figure, loan } from './calculator.ts';
import { expect, test } from './fixtures.ts';
import { director, press, signIn, signInNew } from './people.ts';

/** Deletes the interfaces that the oldest supported browsers lack, before any script of the page runs. */
const deleteNewerInterfaces = (page: Page) =>
  page.addInitScript(() => {
    const deleted: [object | undefined, ...string[]][] = [
      [HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover'],
      [HTMLButtonElement.prototype, 'popoverTargetElement', 'popoverTargetAction'],
      [HTMLInputElement.prototype, 'popoverTargetElement', 'popoverTargetAction'],
      [Element.prototype, 'ariaExpanded', 'checkVisibility', 'moveBefore', 'setHTMLUnsafe'],
      [HTMLDialogElement.prototype, 'requestClose'],
      [Document.prototype, 'startViewTransition'],
      [AbortSignal, 'any'],
      [URL, 'canParse', 'parse'],
      [Promise, 'withResolvers', 'try'],
      [Object, 'groupBy'],
      [Map, 'groupBy'],
      [Array, 'fromAsync'],
      [String.prototype, 'isWellFormed', 'toWellFormed'],
      [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      [window, 'ToggleEvent', 'Iterator', 'requestIdleCallback', 'scheduler'],
    ];
    for (const [owner, ...names] of deleted) for (const name of names) Reflect.deleteProperty(owner!, name);
  });

test.describe('in the oldest supported browsers', () => {
  test.beforeEach(({ page }) => deleteNewerInterfaces(page));

  test('a user computes, saves and deletes a loan', async ({ page }) => {
    await signInNew(page, 'older');
    await page.goto(loan);
    await expect(figure(page, 'Monthly Payment')).toHaveText('$2,997.75');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByLabel('Name').fill('Home');
    await page.getByLabel('Name').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/dashboard');
    const archive = page.getByRole('region', { name: 'Archive' });
    const menu = archive.getByRole('button', { name: 'More actions for Home' });
    const remove = archive.getByRole('button', { name: 'Delete Home' });
    await expect(menu).toBeVisible();
    await expect(remove).toBeHidden();
    await menu.click();
    await remove.click();
    await expect(remove).toBeHidden();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(question).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await remove.click();
    await question.getByRole('button', { name: 'Delete calculation' }).press('Enter');
    await expect(archive.getByText('Your saved calculations will appear here.')).toBeVisible();
  });

  test('the sign of a field error is there without alternative text', async ({ page }) => {
    // As in a browser that does not know the alternative text of generated content: it matches no condition, and a declaration
    // with a variable is invalid in the end.
    await page.route('**/*.css', async (route) => {
      const response = await route.fetch();
      const css = await response.text();
      const body = css
        .replaceAll(/@supports \(content:[^)]*\)/g, '@supports (content: unknown())')
        .replaceAll(/content:\s*var\(--sign\)\s*\/\s*""/g, 'content: var(--sign) / unknown()');
      await route.fulfill({ response, body });
    });
    await page.goto('/login');
    await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
    const error = page.locator('.field-error').first();
    await expect(error).toBeVisible();
    const content = () => error.evaluate((element) => getComputedStyle(element, '::before').content);
    await expect.poll(content).toBe('"!"');
  });

  test('unsaved input is not lost without a question', async ({ page }) => {
    await signInNew(page, 'older');
    await page.goto('/');
    await page.getByRole('link', { name: 'Your profile' }).click();
    const phone = page.getByLabel('Phone Number');
    await phone.fill('not a number');
    const link = page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'INTEL' });
    await link.press('Enter');
    const question = page.getByRole('dialog', { name: 'LEAVE WITHOUT SAVING?' });
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await phone.fill('400 000 000');
    await link.press('Enter');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL('/about');
  });

  test('staff read the health check and the reports', async ({ page }) => {
    await signIn(page, director);
    await page.goto('/admin/dashboard');
    await expect(page.getByText(/^The health check passed/)).toBeVisible();
    await page.goto('/admin/reports');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

for (const path of ['/', '/login']) {
  test(`a browser that is too old names the browsers that work, at once and without the app (${path})`, async ({
    context,
  }) => {
    // The fixture's page would wait for the app.
    const page = await context.newPage();
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'));
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // The check runs while the page is parsed, so nothing is waited for.
    const text = await page.getByRole('alert').innerText();
    for (const [name, version] of Object.entries(oldestBrowsers))
      expect(text).toContain(`${name} ${version}`);
    await page.waitForLoadState();
    await expect(page.locator('#root')).toHaveCount(0);
  });
}
