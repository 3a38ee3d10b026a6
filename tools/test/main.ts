import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'
import { failuresIn } from './failures.ts'

const reports = mkdtempSync(join(tmpdir(), 'skerry-reports-'))
const reportOf = (part: string) => join(reports, `${part}.json`)

const vitest = (part: string, ...projects: string[]) =>
  show('vitest', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(part)}`,
  ])

const parts = {
  check: () => show(process.execPath, [join(root, 'tools/check/main.ts')]),
  unit: () => vitest('unit', 'unit', 'console'),
  api: () => vitest('api', 'api-pglite', 'api-postgres'),
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
  const environment = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('e2e') }
  return show('playwright', ['test', '--reporter=list,json'], environment, join(root, 'e2e'))
}

const isPart = (name: string): name is Part => Object.hasOwn(parts, name)
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !isPart(name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}": npm test [-- ${Object.keys(parts).join(' | ')}]`)
  process.exit(1)
}

const closing: string[] = []
const failures: string[] = []
for (const name of asked.length > 0 ? asked.filter(isPart) : (Object.keys(parts) as Part[])) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const ok = await parts[name]().catch((error: Error) => {
    console.error(error.message)
    return false
  })
  if (!ok) process.exitCode = 1
  failures.push(...failuresIn(reportOf(name)))
  closing.push(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(5)}  ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
rmSync(reports, { recursive: true })
for (const failure of failures) console.log(`\nFAILED  ${failure}`)
console.log(`\n${closing.join('\n')}`)
