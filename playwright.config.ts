import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/chromium.ts';

const launchOptions = await findChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/server.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // They end what hangs, on slow machines too: nothing is meant to take so long.
  timeout: 180_000,
  // Asked again soon: the job queue delivers within moments.
  expect: { timeout: 30_000, toPass: { intervals: [20, 50, 100, 250] } },
  use: {
    launchOptions,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    // What moves is waited for; the story about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Its requests would pass by the routes of the stories; the story about working offline asks for it.
    serviceWorkers: 'block',
  },
});
