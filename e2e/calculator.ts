import type { Page } from '@playwright/test';

export const path = '/finance/loan-calculator';
export const loan = `${path}?amount=500000&months=360&rate=6&compounding=monthly`;

/** A figure of the result, by its label. */
export const figure = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

/** Opens a closed row of options. */
export const openRow = (page: Page, title: string) =>
  page.locator('summary', { hasText: new RegExp(`^${title}`) }).click();
