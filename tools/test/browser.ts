import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { show } from '../lib/command.ts'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Finds a Chromium or Chrome for tests: an installed one, else apt's if possible, else Playwright's. */
export async function findBrowser(): Promise<string | undefined> {
  return installed() ?? (await fromApt()) ?? (await fromPlaywright())
}

function installed(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...(named ? [named] : []), ...found, ...macApplications].find((path) => existsSync(path))
}

async function fromApt(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium (apt-get) …')
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => show('apt-get', ['-qq', ...args], environment)
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', 'chromium')
  return installed()
}

async function fromPlaywright(): Promise<string | undefined> {
  const path = chromium.executablePath()
  if (existsSync(path)) return path
  console.log('Installing Chromium (playwright install) …')
  await show('playwright', ['install', 'chromium'])
  return existsSync(path) ? path : undefined
}
