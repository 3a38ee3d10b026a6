import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imageCatalog } from '../../compute/image-fetches/catalog.ts'
import { newProject } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { DownloadFolder } from '../../node/folder/download-files.ts'
import { FileServer } from '../../testing/file-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

const hardware = { sleds: 1, expungedSleds: 0, threadsPerSled: 16, storageBytesPerSled: 256 * GIB }
const folder = temporaryFolder()

let files: FileServer
let server: TestServer
let query: { project: string }
beforeAll(async () => {
  files = await FileServer.start()
  const imageFetching = {
    outbound: files.outbound,
    files: new DownloadFolder(folder.path, 0),
    catalog: imageCatalog({ debian: `${files.url}/debian` }),
    maxBytes: GIB,
  }
  server = await startTestServer({ hardware, imageFetching })
  query = { project: await newProject(server) }
})
afterAll(async () => {
  await server.close()
  await files.close()
  folder.remove()
})

const named = (name: string) => ({ name, description: '' })
const disk = (name: string, source: object = { type: 'blank', block_size: 512 }) => ({
  ...named(name),
  size: GIB,
  disk_source: source,
})
const checksum = { type: 'sha256', value: '0'.repeat(64) }
const os = { os: 'plan9', version: '4' }

/** The tables to which the transactions have written that wait for the storage of all silos. */
async function writtenByWaiting(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct held.relation::regclass::text as name from pg_locks held join pg_locks waiting using (pid)
    where waiting.locktype = 'advisory' and waiting.objid = 7305505 and not waiting.granted
      and held.locktype = 'relation' and held.mode = 'RowExclusiveLock'
      and held.database = (select oid from pg_database where datname = current_database())`.execute(server.db)
  return rows.map(({ name }) => name)
}

it('The lock of the storage of all silos is the last of each change that adds some', async () => {
  const { admin } = server
  const source = await admin.ok('disk_create', { query, body: disk('source') })
  const importing = await admin.ok('disk_create', {
    query,
    body: disk('importing', { type: 'importing_blocks', block_size: 512 }),
  })
  await server.settle()
  const snapshot = await admin.ok('snapshot_create', { query, body: { ...named('source'), disk: source.id } })
  await server.settle()
  await admin.ok('disk_bulk_write_import_start', { path: { disk: importing.id } })
  await admin.ok('disk_bulk_write_import_stop', { path: { disk: importing.id } })

  const fetched = { type: 'url', url: `${files.url}/none`, checksum }
  const body = { ...named('made'), ...os }
  const changes: Record<string, () => Promise<{ status: number }>> = {
    disk: () => admin.call('disk_create', { query, body: disk('made') }),
    instance: () =>
      admin.call('instance_create', {
        query,
        body: {
          ...named('made'),
          hostname: 'made',
          ncpus: 1,
          memory: GIB,
          start: false,
          disks: [{ type: 'create', ...disk('with-instance') }],
        },
      }),
    snapshot: () => admin.call('snapshot_create', { query, body: { ...named('made'), disk: source.id } }),
    import: () =>
      admin.call('disk_finalize_import', { path: { disk: importing.id }, body: { snapshot_name: 'imported' } }),
    image: () =>
      admin.call('image_create', { query, body: { ...body, source: { type: 'snapshot', id: snapshot.id } } }),
    fetch: () =>
      admin.call('image_fetch_create', {
        query,
        body: { ...named('fetched'), ...os, source: fetched, size: GIB },
      }),
  }
  for (const [name, change] of Object.entries(changes)) {
    const { status } = await server.db.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(7305505)`.execute(held)
      const changing = change()
      await expect.poll(writtenByWaiting, { message: name }).toContain('sagas')
      await sql`select pg_advisory_unlock(7305505)`.execute(held)
      return changing
    })
    expect([name, Math.floor(status / 100)]).toEqual([name, 2])
    await server.settle()
  }
})
