import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'
import { findBrowser } from '../test/browser.ts'

/** Draws the reference pictures of screens again where they differ: `docs/adding-a-screen.md`. */
const browser = await findBrowser()
if (!browser) {
  console.error('No Chromium could be found or installed: name one with CHROMIUM_PATH')
  process.exit(1)
}
await buildConsole(console.log)
const args = ['test', '--project=pictures', '--update-snapshots', ...process.argv.slice(2)]
if (!(await show('playwright', args, { CHROMIUM_PATH: browser }, join(root, 'e2e')))) process.exitCode = 1
