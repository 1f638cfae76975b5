import type { Page } from '@playwright/test';
import { expect, resize, test, viewports } from './fixtures.ts';
import { director, signIn } from './people.ts';
import { missingTexts } from './specified-texts.ts';

async function openClosed(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name, expanded: false });
  if (await button.isVisible()) await button.click();
}

const expectTexts = (page: Page, texts: string) => expect.poll(() => missingTexts(page, texts)).toEqual([]);

// The texts of the screens are compared where all screens are visited, in `screens.spec.ts`.
test('the menus have the texts of the specification as it writes them, at every width', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'MORE' })).toContainText('MORE', { useInnerText: true });
  for (const viewport of Object.values(viewports)) {
    await resize(page, viewport);
    await openClosed(page, /^(MENU|MORE)/);
    const ofGuest = `
      ACCESS / GUEST
      INITIATE PROFILE
      CORE
      INTEL
      LOAN OPS
      INITIALIZE`;
    await expectTexts(page, ofGuest);
  }
  await resize(page, viewports.wide);
  await signIn(page, director);
  await page.goto('/admin/dashboard');
  for (const viewport of Object.values(viewports)) {
    await resize(page, viewport);
    await openClosed(page, /^(MENU|MORE)/);
    const ofStaff = `
      AGENT ${director}
      TERMINATE SESSION
      PROFILE…
      COMMAND`;
    await expectTexts(page, ofStaff);
    await openClosed(page, /^Staff menu$/);
    const ofStaffMenu = `
      Add Quiz Question
      Quiz Questions List
      Ip investigation
      Log investigation
      User List
      Category List
      Settings
      Reports
      Notifications`;
    await expectTexts(page, ofStaffMenu);
    await page.keyboard.press('Escape');
  }
  await page.goto('/admin/log');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const levels = `
    ALL
    DEBUG
    INFO
    WARNING
    ERROR
    CRITICAL`;
  await expectTexts(page, levels);
});
