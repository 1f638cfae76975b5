import type { Page } from '@playwright/test';

export const path = '/finance/loan-calculator';
export const loan = `${path}?amount=500000&months=360&rate=6&compounding=monthly`;

/** A figure of the result, by its label. */
export const figure = (page: Page, name: string) =>
  page
    .locator('dt:not(.result-bar dt)', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** The chips of WHAT IF that are always visible. */
const mainOptions = ['Extra repayments', 'Offset account and fees', 'Rate changes'];

/** The chip of an option, such as `Extra repayments: $200 a month`. */
export const chip = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${title}`) });

/** Presses the chip of an option of the loan calculator. */
export async function openRow(page: Page, title: string) {
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true, expanded: false });
  await chip(page, mainOptions[0]!).waitFor();
  if (!mainOptions.includes(title) && !(await chip(page, title).isVisible())) await more.click();
  await chip(page, title).click();
}
