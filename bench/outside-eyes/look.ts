/// <reference lib="dom" />
// Looks at every screen as people do who are not its makers; see the README.
import { type Browser, chromium, type Page } from '@playwright/test';
import { pathsFor, type World } from 'client/src/app/routing/screens.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { findChromium } from '../../e2e/chromium.ts';
import { director, signIn } from '../../e2e/people.ts';
import startServer from '../../e2e/server.ts';
import { makeWorld } from '../../e2e/world.ts';
import { inAccessibilityTree } from './accessibility-tree.ts';
import { beyondTheEdges, byKeyboard, motions, withoutForm } from './checks.ts';

const widths = [1440, 768, 375, 320];
const themes = ['green', 'high-contrast'];
const viewers = ['guest', 'user', 'staff'] as const;

let findings = 0;
let looks = 0;

function report(where: string, found: string[]): void {
  looks++;
  for (const what of new Set(found)) {
    findings++;
    console.log(`${where}: ${what}`);
  }
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  await settle(page);
}

const axe = async (page: Page) =>
  (await axeViolations(page)).map(([rule, elements]) => `axe ${rule}: ${elements[0] ?? ''}`);

async function look(page: Page, path: string, theme: string): Promise<void> {
  await page.goto(path);
  for (const width of widths) {
    await resize(page, width);
    report(`${path} ${theme} ${width} px`, [...(await axe(page)), ...(await beyondTheEdges(page))]);
  }
  if (theme !== themes[0]) return;
  for (const width of [1440, 375]) {
    await resize(page, width);
    report(`${path} accessibility tree, ${width} px`, await inAccessibilityTree(page));
  }
  report(`${path} reduced motion`, await motions(page));
  // 1280 by 1024 at 400 %.
  await resize(page, 320, 256);
  report(`${path} 400 % zoom`, await beyondTheEdges(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await resize(page, 375);
  report(`${path} forced colours`, [...(await withoutForm(page)), ...(await beyondTheEdges(page))]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of [1440, 375]) {
    await resize(page, width);
    report(`${path} text at 200 %, ${width} px`, await beyondTheEdges(page));
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  for (const width of [1440, 375]) {
    await resize(page, width);
    report(`${path} keyboard, ${width} px`, await byKeyboard(page));
  }
}

async function lookAs(
  browser: Browser,
  who: (typeof viewers)[number],
  theme: string,
  world: World,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: process.env['E2E_URL'] ?? '',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (who === 'guest') await page.goto('/robots.txt');
  else await signIn(page, who === 'user' ? world.username : director);
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    localStorage.setItem('userConsent', 'accepted');
  }, theme);
  for (const path of pathsFor(who, world)) await look(page, path, theme);
  await context.close();
}

const stopServer = await startServer();
const browser = await chromium.launch(await findChromium());
const context = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' });
const world = await makeWorld(context.request);
for (const theme of themes) for (const who of viewers) await lookAs(browser, who, theme, world);
await browser.close();
await stopServer();
console.log(`${looks} looks, ${findings} findings (goal 0)`);
if (findings > 0) process.exitCode = 1;
