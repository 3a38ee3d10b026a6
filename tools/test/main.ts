import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'

const parts = {
  check: () => show(process.execPath, [join(root, 'tools/check/main.ts')]),
  unit: () => show('vitest', ['run', '--project', 'unit', '--project', 'console']),
  api: () => show('vitest', ['run', '--project', 'api-pglite', '--project', 'api-postgres']),
  e2e: testInBrowser,
}
type Part = keyof typeof parts

async function testInBrowser(): Promise<boolean> {
  const { findBrowser } = await import('./browser.ts')
  const browser = await findBrowser()
  if (!browser) {
    console.error('No Chromium could be found or installed: name one with CHROMIUM_PATH')
    return false
  }
  await buildConsole(console.log)
  return show('playwright', ['test'], { CHROMIUM_PATH: browser }, join(root, 'e2e'))
}

const isPart = (name: string): name is Part => Object.hasOwn(parts, name)
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !isPart(name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": npm test [-- ${Object.keys(parts).join(' | ')}]`)
  process.exit(1)
}

const closing: string[] = []
for (const name of asked.length > 0 ? asked.filter(isPart) : (Object.keys(parts) as Part[])) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const ok = await parts[name]().catch((error: Error) => {
    console.error(error.message)
    return false
  })
  if (!ok) process.exitCode = 1
  closing.push(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(5)}  ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
console.log(`\n${closing.join('\n')}`)
