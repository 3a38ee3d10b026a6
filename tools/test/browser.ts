import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { show } from '../lib/command.ts'
import { aptInstall, pathOf } from './packages.ts'

/** Debian's package with the same browser without windows, which takes a third less to open a page. */
const shell = 'chromium-headless-shell'
/** Its command is a script: a signal ends that, and not the browser. */
const shellProgram = `/usr/lib/chromium/${shell}`
const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Those that matter here of Playwright's own list, which one of ours replaces. */
const listOfPlaywright = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
/** Suggestions below the address bar are pages, which take each window of a test longer to load than its own page. */
const addressBar = ['AimEnabled', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** Arguments of the browser in tests and benchmarks. */
export const browserArguments = [
  // As the browser with windows does by default.
  '--font-render-hinting=slight',
  `--disable-features=${[...listOfPlaywright, ...addressBar].join()}`,
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Finds a Chromium or Chrome for tests: an installed one, else apt's if possible, else Playwright's. */
export async function findBrowser(): Promise<string | undefined> {
  return installedBrowser() ?? (await fromApt()) ?? (await fromPlaywright())
}

/** The browser that CHROMIUM_PATH names, or one that is installed. */
export function installedBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  const found = [shellProgram, ...commands.map(pathOf), ...macApplications]
  return [...(named ? [named] : []), ...found].find((path) => path !== undefined && existsSync(path))
}

/** Finds the Firefox that FIREFOX_PATH names, one that is installed, or apt's. */
export async function findFirefox(): Promise<string | undefined> {
  const installed = () => process.env.FIREFOX_PATH ?? pathOf('firefox-esr') ?? pathOf('firefox')
  return installed() ?? ((await aptInstall('firefox-esr')) ? installed() : undefined)
}

async function fromApt(): Promise<string | undefined> {
  return (await aptInstall(shell)) || (await aptInstall('chromium')) ? installedBrowser() : undefined
}

async function fromPlaywright(): Promise<string | undefined> {
  const path = chromium.executablePath()
  if (existsSync(path)) return path
  console.log('Installing Chromium (playwright install) …')
  await show('playwright', ['install', 'chromium'])
  return existsSync(path) ? path : undefined
}
