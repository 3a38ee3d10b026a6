import { join } from 'node:path'
import { capture } from '../lib/command.ts'
import { root } from '../lib/repository.ts'
import { startTestPostgres } from '../test/test-postgres.ts'

const AT_ONCE = 3
/** These change the host's network, at which a browser gives up its requests: those with a browser run after them. */
const changeNetworks: readonly string[] = [
  'firewall-in-force',
  'guest-disk',
  'guest-network',
  'machine-memory',
  'real-machine',
]
/** These take longest, and begin first: nothing else is left to run beside them at the end. */
const long: readonly string[] = ['mock', 'webhooks', 'live-pages', 'pages']
/** Many times the longest benchmark: one that hangs must not hang the tests. */
const MAX_MS = 180_000

/**
 * Runs benchmarks at their smallest size, some in parallel, and prints the output of those that fail.
 * @returns whether all succeeded
 */
export async function runSmoke(names: readonly string[]): Promise<boolean> {
  const postgres = await startTestPostgres()
  const environment = { BENCH_SMOKE_POSTGRES: postgres.url }
  let allWork = true
  const work = async (waiting: string[]) => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const began = performance.now()
      const file = join(root, 'bench', `${name}.bench.ts`)
      const { ok, output } = await capture(process.execPath, [file], { environment, timeoutMs: MAX_MS })
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${ok ? 'ok    ' : 'FAILED'}  bench/${name}  ${seconds} s${ok ? '' : `\n${output}`}`)
      allWork &&= ok
    }
  }
  const ordered = [...long.filter((name) => names.includes(name)), ...names.filter((name) => !long.includes(name))]
  const groups = Object.groupBy(ordered, (name) => String(changeNetworks.includes(name)))
  for (const group of [groups['true'] ?? [], groups['false'] ?? []])
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(group)))
  await postgres.stop()
  return allWork
}
