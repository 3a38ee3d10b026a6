import { defineConfig } from '@playwright/test'
import { browserArguments, installedBrowser } from '../tools/test/browser.ts'
import { onlyOnServer, third } from './mock/runs.ts'
import type { WorkerOptions } from './test.ts'

const executablePath = installedBrowser()

/** `some` of the tests run on the mock build as well, or `all` that can run there alone. */
const mock = process.env.SKERRY_E2E_MOCK

const pictures = 'pictures/*.spec.ts'
/** These change the host's network, at which a browser gives up its requests: they run apart from all others. */
const machines = 'real-machines.spec.ts'
/** In the Firefox at FIREFOX_PATH: `npm test -- firefox` runs them. */
const firefox = 'firefox/*.spec.ts'
/** Takes minutes: `npm test -- walk` runs it. */
const walk = process.env.SKERRY_E2E_WALK ? [] : ['walk.spec.ts']

export default defineConfig<object, WorkerOptions>({
  projects: [
    ...(mock === 'all'
      ? []
      : [
          { name: 'server', testIgnore: [pictures, machines, firefox, ...walk] },
          { name: 'machines', testMatch: machines },
          { name: 'pictures', testMatch: pictures },
          ...(process.env.FIREFOX_PATH ? [{ name: 'firefox', testMatch: firefox }] : []),
        ]),
    ...(mock
      ? [
          {
            name: 'mock',
            testIgnore: [pictures, machines, firefox, 'walk.spec.ts'],
            use: { onMock: true },
            grepInvert: onlyOnServer,
            ...(mock === 'some' && { grep: third }),
          },
        ]
      : []),
  ],
  testDir: '.',
  globalSetup: './server.ts',
  snapshotPathTemplate: 'pictures/reference/{arg}{ext}',
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
      ...(executablePath && { executablePath }),
      args: [
        // Pages live for seconds: optimizing their code costs more than it saves.
        '--js-flags=--no-maglev --no-turbofan',
        ...browserArguments,
      ],
    },
    // Recording every test costs a quarter of the time. Use `--trace on` for a failing one.
    trace: 'off',
  },
})
