import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { runSql } from './database.ts';
import { director, press, signIn, signInNew } from './people.ts';

async function openTab(page: Page, name: 'FRIENDS' | 'REQUEST HISTORY'): Promise<void> {
  if (!page.url().includes('/user-profile/')) await page.goto('/profile');
  await press(page.getByRole('tab', { name }));
}

/** Returns to the page as from another tab of the browser, so that it fetches changes. */
async function returnToPage(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const list = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name });

/** Presses the button and waits for the server's response: the page updates optimistically, other users only then. */
async function change(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  const changed = page.waitForResponse((response) => response.request().method() !== 'GET');
  await press(button(within, name));
  await changed;
}

async function find(page: Page, username: string, typed = username): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search users' }).fill(typed);
  return list(page, 'Users found').getByRole('listitem').filter({ hasText: username });
}

test('two users become friends, unfriend, request again, decline and block', async ({
  page: ada,
  browser,
  expectAccessible,
}) => {
  const grace = await browser.newPage();
  const adaName = await signInNew(ada, 'ada');
  const graceName = await signInNew(grace, 'grace');
  await openTab(ada, 'FRIENDS');
  await openTab(grace, 'FRIENDS');

  await expect(ada.getByText('No friends yet.')).toBeVisible();
  await find(ada, 'no such user here');
  await expect(ada.getByText('No users found.')).toBeVisible();
  const found = await find(ada, graceName, graceName.toUpperCase().slice(2, 24));
  await change(ada, `Add ${graceName}`, found);
  await expect(found.getByText('Request sent')).toBeVisible();
  await expect(found.getByRole('button')).toHaveText(['']);
  await expect(heading(ada, 'Sent Requests (1)')).toBeVisible();
  await expectAccessible();

  await returnToPage(grace);
  await expect(heading(grace, 'Received Requests (1)')).toBeVisible();
  await expect(grace.getByRole('tab', { name: 'FRIENDS, 1 open' })).toBeVisible();
  await expect(grace.getByRole('link', { name: 'PROFILE (1 friend request waits)' })).toBeVisible();
  await change(grace, `Accept ${adaName}`);
  await expect(list(grace, 'Received Requests').getByText('Accepted')).toBeVisible();
  await expect(button(list(grace, 'Received Requests'), `Block ${adaName}`)).toHaveCount(0);
  await expect(heading(grace, 'Friends (1)')).toBeVisible();
  await expect(grace.getByText('friend request waits')).toHaveCount(0);

  await returnToPage(ada);
  await expect(heading(ada, 'Friends (1)')).toBeVisible();
  // By keyboard, because the confirmation's timer stops while it has the focus.
  await ada.getByRole('button', { name: `Remove ${graceName}` }).press('Enter');
  const question = ada.getByRole('alertdialog');
  await expect(question).toContainText(graceName);
  // The lists above may still be loaded anew, and move both.
  await expect(async () => {
    const buttonBox = (await ada.getByRole('button', { name: `Remove ${graceName}` }).boundingBox())!;
    const dialogBox = (await question.boundingBox())!;
    const distance = Math.max(
      dialogBox.y - (buttonBox.y + buttonBox.height),
      buttonBox.y - (dialogBox.y + dialogBox.height),
    );
    expect(distance).toBeGreaterThanOrEqual(0);
    expect(distance).toBeLessThan(16);
  }).toPass();
  await ada.keyboard.press('Escape');
  await expect(ada.getByRole('button', { name: `Remove ${graceName}` })).toBeFocused();
  await press(button(ada, `Remove ${graceName}`));
  await change(ada, 'Remove', question);
  await expect(heading(ada, 'Friends (0)')).toBeVisible();

  const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' });
  const dayBefore = longDate.format(new Date());
  await change(ada, `Add ${graceName}`, await find(ada, graceName));
  await expect(heading(ada, 'Sent Requests (2)')).toBeVisible();
  const dayAfter = longDate.format(new Date());
  await returnToPage(grace);
  await change(grace, `Reject ${adaName}`);
  await expect(list(grace, 'Received Requests').getByText('Rejected')).toBeVisible();

  await openTab(ada, 'REQUEST HISTORY');
  const rows = list(ada, 'Friend Request History').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(new RegExp(`Sent on (${dayBefore}|${dayAfter})`));
  await expect(rows.first()).toContainText('Rejected');
  await expect(rows.last()).toContainText('Accepted');
  await change(ada, `Delete request to ${graceName}`, rows.first());
  await expect(rows.first()).toContainText('Deleted');
  await ada.getByRole('tab', { selected: true }).press('Home');
  await expect(rows).toHaveCount(1);
  await openTab(grace, 'REQUEST HISTORY');
  await expect(list(grace, 'Friend Request History').getByRole('listitem')).toHaveCount(1);
  await expect(grace.getByRole('button', { name: `Delete request from ${adaName}` })).toBeDisabled();

  await openTab(grace, 'FRIENDS');
  await press(button(await find(grace, adaName), `Block ${adaName}`));
  await change(grace, 'Block', grace.getByRole('alertdialog'));
  await expect(heading(grace, 'Blocked Users (1)')).toBeVisible();
  await openTab(ada, 'FRIENDS');
  await find(ada, graceName.slice(0, -1));
  await expect(ada.getByText('No users found.')).toBeVisible();
  await heading(grace, 'Blocked Users (1)').click();
  await press(button(grace, `Unblock ${adaName}`));
  await expect(heading(grace, 'Blocked Users (0)')).toBeVisible();
  await grace.close();
});

test('a user reports another by keyboard, an agent answers, and the reported user reads only what the agent wrote', async ({
  page: ada,
  browser,
  expectAccessible,
}) => {
  const [grace, agent] = [await browser.newPage(), await browser.newPage()];
  const adaName = await signInNew(ada, 'ada');
  const graceName = await signInNew(grace, 'grace');
  await runSql(`UPDATE users SET created_at = now() - interval '2 days' WHERE username = $1`, [adaName]);
  await openTab(ada, 'FRIENDS');
  const found = await find(ada, graceName);
  await press(button(found, `More actions for ${graceName}`));
  await press(button(found, `Report this person ${graceName}`));
  const dialog = ada.getByRole('dialog', { name: `Report ${graceName}` });
  await expect(dialog).toContainText(`Agents read this. ${graceName} does not learn that you reported them.`);
  await dialog.getByRole('radio', { name: 'Something else' }).press('Space');
  await press(button(dialog, 'Report'));
  await expect(dialog.getByText('Say what happened.')).toBeVisible();
  await dialog.getByLabel('What happened?').fill('Asks everybody for money.');
  await dialog.getByRole('checkbox', { name: `Also block ${graceName}` }).press('Space');
  await expectAccessible();
  await change(ada, 'Report', dialog);
  await expect(heading(ada, 'Blocked Users (1)')).toBeVisible();

  await signIn(agent, director);
  await agent.goto(`/admin/flags?user=${graceName}`);
  await press(button(agent, `Click to read ${graceName}, The person`));
  await expect(agent.getByText('Asks everybody for money.')).toBeVisible();
  await press(button(agent, 'Warn'));
  const answer = agent.getByRole('dialog', { name: `Warn: ${graceName}` });
  await answer.getByLabel('Message').fill('Please do not ask for money.');
  await change(agent, 'Warn', answer);
  await expect(answer).toHaveCount(0);

  await grace.goto('/notifications');
  await expect(grace.getByText('Please do not ask for money.')).toBeVisible();
  await expect(grace.getByText(adaName)).toHaveCount(0);
  await ada.goto('/profile?tab=friends');
  await button(ada, 'People You Reported (1)').click();
  await expect(ada.getByText('Thank you. We looked at it and spoke to the person.')).toBeVisible();
  await Promise.all([grace.close(), agent.close()]);
});
