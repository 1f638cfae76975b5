/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { screens } from 'client/test/screens.ts';

type Screen = (typeof screens)[keyof typeof screens][number];

/**
 * Texts that the specification quotes, by the URL of the screen that has them when it is opened, one on each line. A text
 * that ends in an ellipsis begins a longer one. Texts that follow an action are in the unit tests of the screens, and decision
 * 020 lists those that no screen shows.
 */
export const specifiedTexts: Partial<Record<Screen, string>> = {
  '/login': `
    SYSTEM ACCESS
    IDENTIFIER
    CREDENTIALS
    AUTHENTICATE
    INITIATE REGISTRATION
    CREDENTIALS LOST?
    RETURN TO CORE`,
  '/register': `
    Accept All
    Reject All`,
  '/email-verification-notice': `
    Registration Successful!
    Go to Homepage`,
  '/verify-email/nobody/nothing': 'Email verification failed. Token might have expired.',
  '/forgot-password': `
    Send Reset Link
    Back to Home`,
  '/resend-verification': `
    Username
    Password
    Email
    Resend Email`,
  [screens.guest[2]]: `
    Back
    Total Loan Amount
    Loan Duration (Months)
    Annual Interest Rate (%)
    Compounding Frequency
    Calculate
    Clear Form
    Breakdown of Total Payments`,
  '/nothing/here': `
    404
    ACCESS DENIED
    TARGET DATA NOT FOUND IN SYSTEM.
    RETURN TO CORE`,
  '/user-profile/:userId': `
    Request History
    Feature Image
    New Password
    Confirm New Password
    Email
    Username
    Date Of Birth
    Country
    Country Code
    Phone Number
    Save Changes
    User Storage Usage
    Check Storage Usage`,
  '/user-profile/:userId?tab=friends': `
    Received Requests…
    Sent Requests…
    Friends…
    Accept…
    Reject…`,
  '/user-profile/:userId?tab=history': `
    Friend Request History
    Delete…`,
  '/admin/dashboard': `
    ONLINE
    WELCOME, AGENT director`,
  '/admin/userlist?username=:username': `
    Admin User list
    Is Staff
    Is Active
    Is Premium User
    Account Status
    Edit…
    Delete…`,
  '/admin/user/:userId/edit': `
    Date updated
    Last login
    Is Staff
    Is Active
    Is Premium User
    Save Changes`,
  '/admin/ip-address?user=:username': 'IP Investigation',
  '/admin/log?message=:username': `
    Log Investigation
    Click to read…`,
};

/** What the visible elements with a text of their own, and the options of visible lists, show, as the styles leave it. */
const visibleTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      )
      .filter((element) =>
        (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true }),
      )
      // The texts of drawings are no elements of HTML.
      .map((element) => (element.innerText ?? element.textContent).replaceAll(/\s+/g, ' ').trim()),
  );

/** The lines that no visible element shows. */
export async function missingTexts(page: Page, lines: string): Promise<string[]> {
  const visible = await visibleTexts(page);
  const texts = lines.split('\n').map((line) => line.trim());
  return texts.filter((text) => {
    if (text.endsWith('…')) return !visible.some((other) => other.startsWith(text.slice(0, -1)));
    return text && !visible.includes(text);
  });
}
