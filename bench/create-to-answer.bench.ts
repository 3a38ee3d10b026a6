import { type RawBuilder, sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { platformTimings } from '../control-plane/src/platform/testing/open-test-platform.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Time of the request that creates a disk, or an instance with a disk and an interface, without the storage's
 * time, against the bare inserts of its rows in one transaction, alternating.
 */
const ROUNDS = size(9, 1)
const A_ROUND = size(20, 2)
const GIB = 2 ** 30

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
await server.send('POST', '/v1/projects', { name: 'bench', description: '' })

let count = 0
const disk = (name: string) => ({
  name,
  description: '',
  size: GIB,
  disk_source: { type: 'blank', block_size: 512 },
})
const { prepare, volume, attach } = platformTimings
const things = {
  disk: {
    path: '/v1/disks',
    body: disk,
    platformMs: volume,
    rows: ['disks'],
    most: 8,
    remove: (name: string) => server.send('DELETE', `/v1/disks/${name}?project=bench`),
  },
  instance: {
    path: '/v1/instances',
    body: (name: string) => ({
      name,
      description: '',
      hostname: 'bench',
      ncpus: 1,
      memory: GIB,
      start: false,
      disks: [{ type: 'create', ...disk(name) }],
    }),
    platformMs: volume + attach + prepare,
    rows: ['instances', 'disks', 'network_interfaces', 'external_ips'],
    most: 30,
    async remove(name: string) {
      await server.send('DELETE', `/v1/instances/${name}?project=bench`)
      await server.send('DELETE', `/v1/disks/${name}?project=bench`)
    },
  },
}
type Thing = (typeof things)[keyof typeof things]

/** Median time of a creation in a round without the platform's time, in ms. */
async function toAnswer({ path, body, platformMs, remove }: Thing): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < A_ROUND; i++) {
    const name = `bench-${++count}`
    const started = performance.now()
    await server.send('POST', `${path}?project=bench`, body(name))
    times.push(performance.now() - started - platformMs)
    await remove(name)
  }
  return median(times)
}

const model = await server.send<{ id: string }>('POST', '/v1/instances?project=bench', things.instance.body('model'))

/** The columns in which a copy of a row differs. */
const own = (name: string, instance: string, n: number): Record<string, RawBuilder<unknown>> => ({
  disks: sql`'id', gen_random_uuid(), 'name', ${name}::text`,
  instances: sql`'id', ${instance}::uuid, 'name', ${name}::text`,
  network_interfaces: sql`'id', gen_random_uuid(), 'instance_id', ${instance}::uuid, 'mac', ${name}::text,
    'ip', host('172.30.1.0'::inet + ${n}::int)`,
  external_ips: sql`'id', gen_random_uuid(), 'instance_id', ${instance}::uuid,
    'ip', host('198.18.8.0'::inet + ${n}::int)`,
})

/** Median time of inserting such rows and updating the quota in a round, in ms. */
async function bare({ rows }: Thing): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < A_ROUND; i++) {
    const values = own(`bare-${++count}`, crypto.randomUUID(), count)
    const started = performance.now()
    await db.transaction().execute(async (tx) => {
      for (const table of rows)
        await sql`
          insert into ${sql.table(table)}
          select (jsonb_populate_record(model, jsonb_build_object(${values[table]}))).* from ${sql.table(table)} model
          where ${sql.ref(table === 'instances' ? 'id' : 'instance_id')} = ${model.id}`.execute(tx)
      await sql`update quotas set storage_provisioned = storage_provisioned + ${GIB}::bigint`.execute(tx)
    })
    times.push(performance.now() - started)
    await db.deleteFrom('disks').where('name', 'like', 'bare-%').execute()
  }
  return median(times)
}

for (const [name, thing] of Object.entries(things)) {
  for (let warm = 0; warm < size(1, 0); warm++) {
    await toAnswer(thing)
    await bare(thing)
  }
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [answered, inserted] = [await toAnswer(thing), await bare(thing)]
    console.log(`        ${name}: ${answered.toFixed(2)} ms, its rows: ${inserted.toFixed(2)} ms`)
    ratios.push(answered / inserted)
  }
  const ratio = median(ratios)
  report(
    `${name}: from create to answer against its inserts`,
    ratio.toFixed(1),
    `at most ${thing.most}`,
    ratio <= thing.most,
  )
}
await db.destroy()
await server.close()
