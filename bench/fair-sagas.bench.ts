import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** The creation of a disk while another project starts instances, against the creation alone. */
const STARTS = size(1000, 3)
const AT_ONCE = 16
const DISKS = size(20, 2)
const MAX_TIMES = 2
const GIB = 2 ** 30

// Capacity for all of them.
process.env['SKERRY_SIMULATED_HARDWARE'] = 'threads=1024'
const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
for (const name of ['busy', 'quiet']) await server.send('POST', '/v1/projects', { name, description: '' })

/** Runs work for each number up to `count`, some in parallel. */
async function forEach(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Median time of a request that creates a disk, in ms. */
async function createDisks(prefix: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < DISKS; n++) {
    const body = {
      name: `${prefix}-${n}`,
      description: '',
      size: GIB,
      disk_source: { type: 'blank', block_size: 512 },
    }
    const began = performance.now()
    await server.send('POST', '/v1/disks?project=quiet', body)
    times.push(performance.now() - began)
  }
  return median(times)
}

/** Starts that have not ended. */
async function startsLeft(): Promise<number> {
  const rows = await db
    .selectFrom('sagas')
    .select('id')
    .where('name', '=', 'instance-start')
    .where('state', '=', 'running')
    .execute()
  return rows.length
}

await forEach(STARTS, (n) =>
  server.send('POST', '/v1/instances?project=busy', {
    name: `busy-${n}`,
    description: '',
    hostname: 'busy',
    ncpus: 1,
    memory: GIB,
    start: false,
    network_interfaces: { type: 'none' },
  }),
)
await createDisks('warm')
const alone = await createDisks('alone')
await forEach(STARTS, (n) => server.send('POST', `/v1/instances/busy-${n}/start?project=busy`))
const before = await startsLeft()
const beside = await createDisks('beside')
const after = await startsLeft()
console.log(`        a disk: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${before} to ${after} starts`)
const times = beside / alone
report(
  'creating a disk beside starts of another project against alone',
  times.toFixed(2),
  `at most ${MAX_TIMES}`,
  after > 0 && times <= MAX_TIMES,
)
await db.destroy()
await server.close()
