import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const browser = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  globalSetup: './server.ts',
  // One more than two cores, for tests wait for work that takes its time.
  workers: 3,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  // Generous, for a busy machine takes many times as long: what fails, fails by what it sees, not by the clock.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    launchOptions: {
      ...(existsSync(browser) && { executablePath: browser }),
      args: [
        // A page is there for seconds: to optimise its code takes longer than that saves.
        '--js-flags=--no-maglev --no-turbofan',
        // Chromium's sandbox refuses to run for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // Recording every test takes a quarter of the time: `--trace on` for one that fails.
    trace: 'off',
  },
})
