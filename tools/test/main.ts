import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noPowerCuts } from '../../control-plane/src/platform/qemu/testing/power-cut.ts'
import { buildConsole } from '../lib/build-console.ts'
import { buildMock } from '../lib/build-mock.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'
import { readAsked } from './asked.ts'
import { besideBusyProcesses } from './busy.ts'
import { failuresIn } from './failures.ts'
import { installForMachines } from './machine-programs.ts'
import { keepFilesInMemory } from './memory-folder.ts'

// The long tests of real machines take more room.
if (!process.argv.includes('machines')) keepFilesInMemory()
const reports = mkdtempSync(join(tmpdir(), 'skerry-reports-'))
const reportOf = (part: string) => join(reports, `${part}.json`)

/** The Vitest projects of each part. */
const projects = { unit: ['unit', 'console'], machines: ['machines'], api: ['api-pglite', 'api-postgres'] }
type VitestPart = keyof typeof projects

const vitest = (part: string, names: readonly VitestPart[]) =>
  show(
    'vitest',
    [
      'run',
      ...names.flatMap((name) => projects[name]).flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf(part)}`,
    ],
    asked.parts.includes('machines') ? {} : { SKERRY_TEST_MACHINES: 'short' },
  )

const check = () => show(process.execPath, [join(root, 'tools/check/main.ts')])

/** Runs Playwright on the built console. @param which what it runs, in its own arguments */
async function playwright(part: string, which: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { findBrowser } = await import('./browser.ts')
  const browser = await findBrowser()
  if (!browser) {
    console.error('No Chromium could be found or installed: name one with CHROMIUM_PATH')
    return false
  }
  await buildConsole(console.log)
  return show(
    'playwright',
    ['test', ...which, '--reporter=list,json'],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part), ...environment },
    join(root, 'e2e'),
  )
}

/** @param onMock which tests run on the mock build: `some` beside those on a server, or `all` that can, and they alone */
async function testInBrowser(part: string, onMock: 'some' | 'all'): Promise<boolean> {
  await buildMock({ folder: join(root, 'dist', 'mock'), base: '/' }, console.log)
  const projects = onMock === 'all' ? ['mock'] : ['server', 'pictures', 'mock']
  const which = projects.map((project) => `--project=${project}`)
  return playwright(part, [...which, ...chosen], { SKERRY_E2E_MOCK: onMock })
}

/** Apart from other browsers: each machine changes the host's network, at which a browser gives up its requests. */
const testMachinesInBrowser = () => playwright(machinesInBrowser, ['--project=machines', ...chosen], {})

/** The Chromium is for what a test asks beside. */
async function testInFirefox(): Promise<boolean> {
  const { findFirefox } = await import('./browser.ts')
  const program = await findFirefox()
  if (!program) {
    console.error('No Firefox could be found or installed: name one with FIREFOX_PATH')
    return false
  }
  return playwright('firefox', ['--project=firefox'], { FIREFOX_PATH: program })
}

/** Runs each benchmark once, at its smallest size. */
async function testBenchmarks(): Promise<boolean> {
  const { findBrowser } = await import('./browser.ts')
  const { benchmarks } = await import('../bench/benchmarks.ts')
  const { runSmoke } = await import('../bench/smoke.ts')
  const browser = await findBrowser()
  if (browser) process.env.CHROMIUM_PATH = browser
  await buildConsole(console.log)
  return runSmoke(benchmarks())
}

const all = ['check', 'unit', 'machines', 'api', 'e2e', 'bench']
const mock = 'mock'
/** Run when asked for alone: the browser tests on the mock build, all pages for all users, and Firefox. */
const onlyAsked = [mock, 'walk', 'firefox']
const asked = readAskedOrExit()
const wanted = (name: string) => asked.parts.length === 0 || asked.parts.includes(name)
/** Arguments of Playwright. Without the last, a file that has tests for some of the projects alone would fail in the others. */
const chosen = [
  ...asked.files,
  ...(asked.repeat > 1 ? [`--repeat-each=${asked.repeat}`] : []),
  ...(asked.files.length > 0 ? ['--pass-with-no-tests'] : []),
]

function readAskedOrExit() {
  try {
    return readAsked(process.argv.slice(2), [...all, ...onlyAsked])
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

// One Vitest runs all its parts: some tests wait while others compute.
const missing = ['machines', 'e2e', 'bench'].some(wanted) ? await installForMachines() : []
const notRun = missing.length > 0 ? `The tests of real machines did not run: install ${missing.join(', ')}` : undefined
if (notRun !== undefined) process.env.SKERRY_TEST_MACHINES = 'none'
const notAll = 'The whole form of long tests of real machines: npm test -- machines'
if (asked.parts.includes('machines') && notRun !== undefined) {
  console.error(notRun)
  process.exit(1)
}
const ofVitest = (Object.keys(projects) as VitestPart[]).filter(
  (part) => wanted(part) && (part !== 'machines' || notRun === undefined),
)
const together = ofVitest.join(' and ')
const machinesInBrowser = 'e2e of machines'
const ofMachines = asked.files.length === 0 || asked.files.some((file) => 'real-machines.spec.ts'.startsWith(file))
const wantsMachinesInBrowser = wanted('e2e') && notRun === undefined && ofMachines
/** Vitest has no browsers, so that a browser with machines can run beside it. */
const vitestWithMachines = async () => {
  if (wantsMachinesInBrowser) await buildConsole(console.log)
  const [ok, isMachineOk] = await Promise.all([
    vitest(together, ofVitest),
    wantsMachinesInBrowser ? testMachinesInBrowser() : true,
  ])
  return ok && isMachineOk
}
const parts: { name: string; run: () => Promise<boolean> }[] = [
  ...(wanted('check') ? [{ name: 'check', run: check }] : []),
  ...(together ? [{ name: together, run: vitestWithMachines }] : []),
  ...(wantsMachinesInBrowser && !together ? [{ name: machinesInBrowser, run: testMachinesInBrowser }] : []),
  ...(wanted('e2e') ? [{ name: 'e2e', run: () => testInBrowser('e2e', 'some') }] : []),
  ...(asked.parts.includes(mock) ? [{ name: mock, run: () => testInBrowser(mock, 'all') }] : []),
  ...(asked.parts.includes('walk')
    ? [{ name: 'walk', run: () => playwright('walk', ['--project=server', 'walk.spec'], { SKERRY_E2E_WALK: 'all' }) }]
    : []),
  ...(asked.parts.includes('firefox') ? [{ name: 'firefox', run: testInFirefox }] : []),
  ...(wanted('bench') ? [{ name: 'bench', run: testBenchmarks }] : []),
]

const closing: string[] = []
const failures: string[] = []
for (const { name, run } of parts) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const ok = await (asked.repeat > 1 ? besideBusyProcesses(run) : run()).catch((error: Error) => {
    console.error(error.message)
    return false
  })
  if (!ok) process.exitCode = 1
  failures.push(...failuresIn(reportOf(name)))
  if (name === together) failures.push(...failuresIn(reportOf(machinesInBrowser)))
  closing.push(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}  ${((performance.now() - began) / 1000).toFixed(0)} s`)
}
rmSync(reports, { recursive: true })
for (const failure of failures) console.log(`\nFAILED  ${failure}`)
if (notRun !== undefined || (wanted('machines') && !asked.parts.includes('machines')))
  closing.push(`NOT RUN ${notRun ?? notAll}`)
if (wanted('machines') && noPowerCuts()) closing.push(`NOT RUN Power cuts of disks: ${noPowerCuts()}`)
console.log(`\n${closing.join('\n')}`)
