import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const browser = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

export default defineConfig({
  testDir: '.',
  globalSetup: './server.ts',
  // One more than two cores: tests often wait for the server.
  workers: 3,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  // Generous for busy machines: tests must fail by what they see, not by the clock.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    launchOptions: {
      ...(existsSync(browser) && { executablePath: browser }),
      args: [
        // Pages live for seconds: optimizing their code costs more than it saves.
        '--js-flags=--no-maglev --no-turbofan',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // Recording every test costs a quarter of the time. Use `--trace on` for a failing one.
    trace: 'off',
  },
})
