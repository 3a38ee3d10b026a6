import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from './clock/clock.ts'
import { type ControlPlane, createControlPlane } from './control-plane.ts'
import type { Db } from './kernel/database/database.ts'
import { silent } from './kernel/log.ts'
import { migrate } from './kernel/database/migrate.ts'
import { randomId } from './kernel/uuid.ts'
import { readMigrations } from './node/migrations.ts'
import { brokenInvariants } from './testing/invariants.ts'
import { MemoryVolumeStore } from './platform/volume-store/memory-volume-store.ts'
import { openTestPlatform } from './platform/testing/open-test-platform.ts'
import { WorkInFlight } from './testing/work-in-flight.ts'
import { emptyDatabase } from './testing/test-database.ts'

/** A database whose sagas were under way when the version before owners and roots of sagas was stopped. */

const GIB = 2 ** 30
const NOW = new Date('2026-01-01T00:00:00Z')
const times = { time_created: NOW, time_modified: NOW }
const silo = randomId()
const project = randomId()
const pool = randomId()

let db: Db
let drop: () => Promise<void>
let plane: ControlPlane
let clock: ManualClock
const store = new MemoryVolumeStore()

/** Into a table as it was then, which today's types do not describe. */
const insert = (table: string, row: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)

const idOf = new Map<string, string>()
const id = (name: string): string => {
  const known = idOf.get(name) ?? randomId()
  idOf.set(name, known)
  return known
}

const volume = (name: string, source: object = { kind: 'blank' }) => ({
  id: id(name),
  projectId: project,
  siloId: silo,
  sizeBytes: GIB,
  blockSize: 512,
  source,
})

const addDisk = (name: string, state: string, more: object = {}) =>
  insert('disks', {
    id: id(name),
    project_id: project,
    name,
    description: '',
    size: GIB,
    block_size: 512,
    state,
    source: 'blank',
    finalized: true,
    has_volume: true,
    ...times,
    ...more,
  })

const addSnapshot = (name: string, disk: string, state: string) =>
  insert('snapshots', {
    id: id(name),
    project_id: project,
    disk_id: id(disk),
    name,
    description: '',
    size: GIB,
    block_size: 512,
    state,
    ...times,
  })

const imageSpec = (name: string, snapshot: string) => ({
  id: id(name),
  sizeBytes: GIB,
  blockSize: 512,
  source: { kind: 'snapshot', id: id(snapshot) },
})

const addImage = (name: string, snapshot: string, state: string) =>
  insert('images', {
    id: id(name),
    silo_id: silo,
    project_id: project,
    name,
    description: '',
    os: 'o',
    version: 'v',
    size: GIB,
    block_size: 512,
    source: JSON.stringify(imageSpec(name, snapshot).source),
    state,
    ...times,
  })

let addresses = 0
async function addInstance(name: string, run_state: string, more: object = {}): Promise<void> {
  await insert('instances', {
    id: id(name),
    project_id: project,
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GIB,
    run_state,
    intent: 'stopped',
    time_run_state_updated: NOW,
    ...times,
    ...more,
  })
  await insert('external_ips', {
    id: randomId(),
    ip_pool_id: pool,
    ip: `198.18.0.${++addresses}`,
    kind: 'snat',
    first_port: 0,
    project_id: project,
    instance_id: id(name),
    ...times,
  })
}

const addSaga = (saga: string, step: number, data: object, more: object = {}) =>
  insert('sagas', {
    id: randomId(),
    name: saga,
    state: 'running',
    undoing: false,
    step,
    data: JSON.stringify(data),
    attempts: 0,
    due: NOW,
    ...times,
    ...more,
  })

async function addEverything(): Promise<void> {
  await insert('silos', {
    id: silo,
    name: 'default',
    description: '',
    discoverable: true,
    identity_mode: 'local_only',
    ...times,
  })
  await insert('projects', { id: project, silo_id: silo, name: 'earlier', description: '', ...times })
  await insert('ip_pools', { id: pool, name: 'default', description: '', ...times })
  const range = { first: '198.18.0.1', last: '198.18.0.254', time_created: NOW }
  await insert('ip_pool_ranges', { id: randomId(), ip_pool_id: pool, ...range })
  await insert('ip_pool_silos', { ip_pool_id: pool, silo_id: silo, is_default: true })

  await addDisk('source', 'detached')
  await addSnapshot('whole', 'source', 'ready')
  await addDisk('started', 'creating', { has_volume: false })
  await addSaga('disk-create', 0, { volume: volume('started') })
  await addDisk('copied', 'creating', { source: 'snapshot', snapshot_id: id('whole') })
  await addSaga('disk-create', 1, { volume: volume('copied', { kind: 'snapshot', id: id('whole') }) })
  // Its snapshot was deleted while the disk was copied: the deletion has to wait.
  await addDisk('of-deleted-snapshot', 'creating', {
    source: 'snapshot',
    snapshot_id: id('deleted-snapshot'),
    has_volume: false,
  })
  const deleted = { id: id('deleted-snapshot'), volumeId: id('source'), sizeBytes: GIB }
  await addSaga('snapshot-delete', 0, { snapshotId: id('deleted-snapshot'), deleted })
  const source = { kind: 'snapshot', id: id('deleted-snapshot') }
  await addSaga('disk-create', 0, { volume: volume('of-deleted-snapshot', source) })

  await addInstance('still', 'stopped')
  await addDisk('attaching', 'attaching', { instance_id: id('still') })
  await addSaga('disk-attach', 1, { instanceId: id('still'), diskId: id('attaching'), volume: volume('attaching') })
  await addDisk('attached', 'attached', { instance_id: id('still') })
  await addSaga('disk-attach', 3, { instanceId: id('still'), diskId: id('attached'), volume: volume('attached') })
  await addDisk('detaching', 'detaching', { instance_id: id('still') })
  await addSaga('disk-detach', 0, { instanceId: id('still'), diskId: id('detaching') })
  await addDisk('attaching-unmade', 'attaching', { instance_id: id('still'), has_volume: false })
  await addSaga('disk-create', 0, { volume: volume('attaching-unmade') })
  const unmade = { instanceId: id('still'), diskId: id('attaching-unmade'), volume: volume('attaching-unmade') }
  await addSaga('disk-attach', 1, unmade)

  await addDisk('imported', 'finalizing', { source: 'import', finalized: false })
  await addSnapshot('of-import', 'imported', 'creating')
  await addSaga('disk-finalize', 0, { diskId: id('imported'), snapshotId: id('of-import') })
  await addDisk('snapshotted', 'maintenance')
  await addSnapshot('of-disk', 'snapshotted', 'creating')
  await addSaga('snapshot-create', 0, { snapshotId: id('of-disk'), diskId: id('snapshotted'), holdsDisk: true })
  await addSnapshot('of-attached', 'attached', 'creating')
  await addSaga('snapshot-create', 0, { snapshotId: id('of-attached'), diskId: id('attached'), holdsDisk: false })

  await addImage('image', 'whole', 'creating')
  await addSaga('image-create', 0, { image: imageSpec('image', 'whole') })
  await addImage('made-image', 'whole', 'ready')
  await addSaga('image-create', 1, { image: imageSpec('made-image', 'whole') })
  // Deleted while it was made: nothing but the saga knows it.
  await addSaga('image-create', 1, { image: imageSpec('deleted-image', 'whole'), deleted: true })
  await store.create(id('deleted-image'))

  const creation = randomId()
  await addInstance('new', 'creating', { saga_id: creation })
  await addDisk('of-new', 'creating', { instance_id: id('new'), has_volume: false })
  await addDisk('old-of-new', 'attaching', { instance_id: id('new') })
  await addDisk('unmade-of-new', 'attaching', { instance_id: id('new'), has_volume: false })
  await addSaga('disk-create', 0, { volume: volume('unmade-of-new') })
  const oldVolumes = [volume('old-of-new'), volume('unmade-of-new')]
  const data = { instanceId: id('new'), newVolumes: [volume('of-new')], oldVolumes, start: false }
  await addSaga('instance-create', 1, data, { id: creation })

  await addDisk('of-deleted', 'detaching', { instance_id: id('deleted') })
  await addSaga('instance-delete', 1, { instanceId: id('deleted'), diskIds: [id('of-deleted')] })

  const { rows } = await sql<{ bytes: string }>`
    select sum(size) as bytes from (select size from disks union all select size from snapshots) things`.execute(db)
  const limits = { cpus: 100, memory: 2 ** 40, storage: 2 ** 50 }
  await insert('quotas', { silo_id: silo, ...limits, storage_provisioned: rows[0]!.bytes })
}

beforeAll(async () => {
  ;({ db, drop } = await emptyDatabase())
  const migrations = readMigrations()
  await migrate(
    db,
    migrations.filter(({ name }) => name < '0003'),
  )
  await addEverything()
  clock = new ManualClock(new Date(NOW.getTime() + 60_000), new WorkInFlight(db).settled)
  const platform = openTestPlatform({ clock, volumeStore: store })
  const passwords = { hash: async () => '', verify: async () => false }
  plane = await createControlPlane({ db, clock, log: silent, platform, passwords }, migrations)
  await plane.start()
  await clock.advanceUntil(async () => {
    await plane.services.sagas.idle()
    return (await plane.services.sagas.list()).length === 0
  })
})
afterAll(async () => {
  await plane.stop()
  await drop()
})

const states = async (table: 'disks' | 'snapshots' | 'images') => {
  const rows = await db.selectFrom(table).select(['name', 'state']).where('project_id', '=', project).execute()
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

it('completes sagas that started before sagas had owners', async () => {
  expect(await states('disks')).toEqual({
    source: 'detached',
    started: 'detached',
    copied: 'detached',
    'of-deleted-snapshot': 'detached',
    attaching: 'attached',
    attached: 'attached',
    detaching: 'detached',
    'attaching-unmade': 'detached',
    imported: 'detached',
    snapshotted: 'detached',
    'of-new': 'attached',
    'old-of-new': 'attached',
    'unmade-of-new': 'attached',
    'of-deleted': 'detached',
  })
  expect(await states('snapshots')).toEqual({
    whole: 'ready',
    'of-import': 'ready',
    'of-disk': 'ready',
    'of-attached': 'ready',
  })
  expect(await states('images')).toEqual({ image: 'ready', 'made-image': 'ready' })
  const instances = await db.selectFrom('instances').select(['name', 'run_state']).orderBy('name').execute()
  expect(instances).toEqual([
    { name: 'new', run_state: 'stopped' },
    { name: 'still', run_state: 'stopped' },
  ])
  expect(store.ids()).not.toContain(id('deleted-image'))
  expect(store.ids()).not.toContain(id('deleted-snapshot'))
  expect(await brokenInvariants(db)).toEqual([])
})
