import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lineOf } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * From `npm start` on an installed, built tree to the first served page, against `node --version` through npm: the
 * minimum of any npm script.
 */
const ROUNDS = size(5, 1)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'skerry-bench-start-'))
chmodSync(folder, 0o711)
const env = {
  ...process.env,
  SKERRY_DATA: join(folder, 'data'),
  SKERRY_PLATFORM: 'simulator',
  SKERRY_PORT: '0',
  SKERRY_OPS_PORT: '0',
  SKERRY_ADMIN_PASSWORD: 'a password for benchmarks',
}

async function start(): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const [, base = ''] = await lineOf(child, /(http:\/\/localhost:\d+)/)
  const page = await fetch(`${base}/login/default/local`, { headers: { accept: 'text/html' } })
  if (!page.ok) throw new Error(`the first page answered ${page.status}`)
  const took = performance.now() - started
  // Signals all its processes and waits until the last has closed the pipe: the next start uses the same folder.
  const released = once(child.stdout, 'close')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await released
  return took
}

async function bare(): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['exec', '--', 'node', '--version'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await lineOf(child, /v\d+/)
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - started
}

await start()
const ours: number[] = []
const theirs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  theirs.push(await bare())
  ours.push(await start())
}
const ratio = median(ours) / median(theirs)
report(
  'npm start to the first served page, against npm running node alone',
  `${ratio.toFixed(1)} times (${Math.round(median(ours))} ms against ${Math.round(median(theirs))} ms)`,
  'at most 8 times',
  ratio <= 8,
)
rmSync(folder, { recursive: true })
