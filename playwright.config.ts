import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/chromium.ts';

const launchOptions = await findChromium();

/** The widths of the design: wide, its narrow-screen breakpoint, a phone. */
const widths = { wide: 1440, tablet: 768, phone: 375 } as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // They end what hangs, on slow machines too: nothing is meant to take so long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: { launchOptions, locale: 'en-AU', timezoneId: 'Australia/Sydney' },
  projects: Object.entries(widths).map(([name, width]) => ({
    name,
    grepInvert: name === 'wide' ? [] : [/@any-width/],
    use: { browserName: 'chromium', viewport: { width, height: 900 } },
  })),
});
