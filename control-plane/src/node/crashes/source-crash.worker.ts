import { FileVolumeStore } from '../folder/volume-store.ts'
import { atRest, call, disk, image, instance, open } from './source-crash.fixtures.ts'

/**
 * One control plane of source-crash.spec.ts: starts to create things, deletes their sources, and then ends at the given
 * boundary, counted from there on: before a step of a saga, or when bytes were copied or removed.
 */
const [url = '', volumes = '', boundary = '', signal = ''] = process.argv.slice(2)

const allAsked = Promise.withResolvers<void>()
let counting = false
let passed = 0
const here = () => {
  if (counting && ++passed === Number(boundary)) process.kill(process.pid, signal)
}
let stopping = false
process.on('SIGTERM', async () => {
  stopping = true
  await plane.stop()
  process.exit()
})

class WatchedStore extends FileVolumeStore {
  override async copy(from: string, to: string): Promise<void> {
    await super.copy(from, to)
    here()
  }
  override async remove(id: string): Promise<void> {
    await super.remove(id)
    here()
  }
}

const making = new Set(['image-create', 'disk-create', 'instance-create', 'snapshot-create'])
const plane = await open(url, new WatchedStore(volumes, 0), async (saga) => {
  if (making.has(saga)) await allAsked.promise
  here()
})
const { db } = plane.services
await plane.start()

/**
 * Sends a request without waiting for the answer, which may come only once the thing is created. Resolves once its
 * creation has started.
 */
async function ask(method: string, path: string, body: object | undefined, started: () => Promise<boolean>) {
  let failed: unknown
  call(plane, method, path, body).catch((error: unknown) => (failed = error))
  while (!(await started())) {
    if (failed) throw failed
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
type Table = 'disks' | 'images' | 'instances' | 'snapshots'
const there = async (table: Table, name: string) =>
  (await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst()) !== undefined
const create = (table: Table, body: { name: string }) =>
  ask('POST', `${table}?project=p`, body, () => there(table, body.name))
const remove = (table: Table, name: string) =>
  ask('DELETE', `${table}/${name}?project=p`, undefined, async () => !(await there(table, name)))

const snapshotId = (await call(plane, 'GET', 'snapshots/source?project=p')).id
const imageId = (await call(plane, 'GET', 'images/source?project=p')).id
const fromSnapshot = { type: 'snapshot', snapshot_id: snapshotId }
await create('disks', disk('from-snapshot', fromSnapshot))
await create('disks', disk('from-image', { type: 'image', image_id: imageId }))
await create('instances', instance('i', { boot_disk: { type: 'create', ...disk('of-instance', fromSnapshot) } }))
await create('images', image('unfinished', snapshotId))
const { id: unfinishedId } = await call(plane, 'GET', 'images/unfinished?project=p')
await create('disks', disk('from-unfinished', { type: 'image', image_id: unfinishedId }))
const snapshot = { name: 'of-disk', description: '', disk: 'source' }
await create('snapshots', snapshot)
await ask('POST', 'instances/holder/disks/detach?project=p', { disk: 'source' }, async () => {
  const { state } = await call(plane, 'GET', 'disks/source?project=p')
  return state.state === 'detached'
})
await remove('disks', 'source')
await remove('snapshots', 'source')
await remove('images', 'source')

counting = true
allAsked.resolve()
await atRest(plane.services).catch((error: unknown) => {
  // The database is closed once the process was asked to stop: a query then fails, or never returns if it waited for a
  // connection.
  if (!stopping) throw error
  return new Promise<never>(() => {})
})
await plane.stop()
process.stdout.write('reached the end')
