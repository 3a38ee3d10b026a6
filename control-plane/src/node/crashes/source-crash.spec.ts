import { spawn } from 'node:child_process'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ControlPlane } from '../../control-plane.ts'
import { type Db, openDatabase } from '../../kernel/database/database.ts'
import { brokenInvariants } from '../../testing/invariants.ts'
import { FileVolumeStore } from '../folder/volume-store.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/postgres.ts'
import { scratchFolder } from '../testing/server.ts'
import { addToken, atRest, BLOCK, call, disk, image, instance, open } from './source-crash.fixtures.ts'

const folder = scratchFolder()
const content = Buffer.alloc(BLOCK, 7)
let postgres: EmbeddedPostgres
let databases: Db
beforeAll(async () => {
  postgres = await startPostgres(join(folder.path, 'postgres'), (why) => {
    throw new Error(why)
  })
  databases = openDatabase({ url: urlOf('skerry'), max: 1 })
  await sql`create database sources`.execute(databases)
  const plane = await open(urlOf('sources'), new FileVolumeStore(join(folder.path, 'sources'), 0))
  await plane.bootstrap({ adminPassword: '', demo: false })
  await addToken(plane.services)
  await plane.start()
  await makeSources(plane)
  await plane.stop()
})
afterAll(async () => {
  await databases.destroy()
  await postgres.stop()
  folder[Symbol.dispose]()
})

const urlOf = (database: string) => {
  const url = new URL(postgres.url())
  url.pathname = `/${database}`
  return url.href
}

/** A disk, a snapshot and an image of the same content, each named `source`; the disk belongs to an instance. */
async function makeSources(plane: ControlPlane): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(plane, method, path, body)
    await atRest(plane.services)
    return answer
  }
  await ask('POST', 'projects', { name: 'p', description: '' })
  await ask('POST', 'disks?project=p', disk('source', { type: 'importing_blocks', block_size: 512 }))
  await ask('POST', 'disks/source/bulk-write-start?project=p')
  const written = { offset: 0, base64_encoded_data: content.toString('base64') }
  await ask('POST', 'disks/source/bulk-write?project=p', written)
  await ask('POST', 'disks/source/bulk-write-stop?project=p')
  await ask('POST', 'disks/source/finalize?project=p', { snapshot_name: 'source' })
  const { id } = await ask('GET', 'snapshots/source?project=p')
  await ask('POST', 'images?project=p', image('source', id))
  await ask('POST', 'instances?project=p', instance('holder', { disks: [{ type: 'attach', name: 'source' }] }))
}

/** Runs the worker on copies of database and volumes, then a control plane that takes up what it left. */
async function cutShort(boundary: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<'cut short' | 'reached the end'> {
  const name = `cut_${signal.toLowerCase()}_${boundary}`
  const volumes = join(folder.path, name)
  await sql`create database ${sql.id(name)} template sources`.execute(databases)
  await cp(join(folder.path, 'sources'), volumes, { recursive: true })
  const script = new URL('./source-crash.worker.ts', import.meta.url).pathname
  const worker = spawn(process.execPath, [script, urlOf(name), volumes, `${boundary}`, signal])
  const [said, errors] = await Promise.all([text(worker.stdout), text(worker.stderr)])
  expect(errors).toBe('')

  const store = new FileVolumeStore(volumes, 0)
  await store.removeDrafts()
  const plane = await open(urlOf(name), store)
  try {
    await plane.start()
    await atRest(plane.services)
    await expectWhole(plane, volumes)
  } finally {
    await plane.stop()
  }
  await sql`drop database ${sql.id(name)}`.execute(databases)
  return said === 'reached the end' ? said : 'cut short'
}

async function expectWhole(plane: ControlPlane, volumes: string): Promise<void> {
  const { db, platform } = plane.services
  const { rows: made } = await sql<{ id: string; name: string; state: string }>`
    select id, name, state from disks union all select id, name, state from snapshots
    union all select id, name, state from images where project_id is not null order by name`.execute(db)
  expect(made.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'from-image detached',
    'from-snapshot detached',
    'from-unfinished detached',
    'of-disk ready',
    'of-instance attached',
    'unfinished ready',
  ])
  for (const { id, name } of made)
    expect(Buffer.compare(await platform.volumes.read(id, 0, BLOCK), content), name).toBe(0)
  expect(await brokenInvariants(db)).toEqual([])
  expect((await readdir(volumes)).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
}

/** How many boundaries to go on by: sagas come to them in another order in each run. 1 tries them all. */
const EVERY = Number(process.env['SKERRY_CRASH_EVERY'] ?? 4)

test('what is made from sources that are deleted at once is whole, whenever the server is killed or stopped', async () => {
  let boundary = 1
  for (; (await cutShort(boundary, 'SIGKILL')) === 'cut short'; boundary += EVERY)
    // A stop lets the steps under way come to their end, so it meets each boundary less exactly.
    if ((boundary - 1) % (4 * EVERY) === 0) await cutShort(boundary, 'SIGTERM')
  expect(boundary).toBeGreaterThan(20)
}, 900_000)
