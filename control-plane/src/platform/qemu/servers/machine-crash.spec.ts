import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endRealMachines } from '../../../../../tools/test/real-machines.ts'
import type { ControlPlane } from '../../../control-plane.ts'
import { type Db, openDatabase } from '../../../kernel/database/database.ts'
import { addToken, atRest, call, disk, image } from '../../../node/crashes/source-crash.fixtures.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../node/postgres/postgres.ts'
import { scratchFolder } from '../../../node/testing/server.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { releaseUsers } from '../machines/users/claimed-users.ts'
import { NamespaceNetworks } from '../networks/namespace-networks.ts'
import { canMakeNetworks, HOST_ADDRESS } from '../networks/testing/netns-bed.ts'
import { writeBootDisk } from '../probe/boot-sector.ts'
import { firstInShort, isShort } from '../testing/short-form.ts'
import { hostNamespace, networkOptions, open, type Place, type Remains, remainsOf } from './machine-crash.fixtures.ts'

const run = promisify(execFile)
const hasNetworks = await canMakeNetworks()
const tag = `k${(process.pid % 36 ** 4).toString(36)}`
const scratch = scratchFolder()
const original = join(scratch.path, 'original')
let postgres: EmbeddedPostgres
let databases: Db
let before: Remains

beforeAll(async () => {
  postgres = await startPostgres(join(scratch.path, 'postgres'), (why) => {
    throw new Error(why)
  })
  databases = openDatabase({ url: urlOf('skerry'), max: 1 })
  if (hasNetworks) await makeHost(hostNamespace(tag))
  await sql`create database original`.execute(databases)
  await mkdir(original)
  const place: Place = { url: urlOf('original'), folder: original, tag }
  const plane = await open(place)
  await plane.bootstrap({ adminPassword: '', demo: false })
  await addToken(plane.services)
  await plane.start()
  await makeImage(plane)
  before = await remainsOf(place)
  await plane.stop()
  await removeNetworks(original)
})
afterAll(async () => {
  await databases.destroy()
  await postgres.stop()
  if (hasNetworks) await run('ip', ['netns', 'del', hostNamespace(tag)])
  if (process.getuid?.() === 0) releaseUsers(tag)
  scratch[Symbol.dispose]()
})

const urlOf = (database: string) => {
  const url = new URL(postgres.url())
  url.pathname = `/${database}`
  return url.href
}

/** Without an address Linux takes every next hop for invalid. */
async function makeHost(name: string): Promise<void> {
  await run('ip', ['netns', 'add', name])
  await run('ip', ['-n', name, 'link', 'set', 'lo', 'up'])
  await run('ip', ['-n', name, 'address', 'add', `${HOST_ADDRESS}/32`, 'dev', 'lo'])
}

async function removeNetworks(folder: string): Promise<void> {
  if (hasNetworks) await new NamespaceNetworks(networkOptions({ folder, tag })).removeAll()
}

/** A project with an image that boots, and nothing that it was made from. */
async function makeImage(plane: ControlPlane): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(plane, method, `${path}?project=p`, body)
    await atRest(plane.services)
    return answer
  }
  await call(plane, 'POST', 'projects', { name: 'p', description: '' })
  const path = join(scratch.path, 'boot-disk')
  await writeBootDisk(path, 'It runs')
  const content = (await readFile(path)).subarray(0, 64 * 1024)
  await ask('POST', 'disks', disk('boots', { type: 'importing_blocks', block_size: 512 }))
  await ask('POST', 'disks/boots/bulk-write-start')
  await ask('POST', 'disks/boots/bulk-write', { offset: 0, base64_encoded_data: content.toString('base64') })
  await ask('POST', 'disks/boots/bulk-write-stop')
  await ask('POST', 'disks/boots/finalize', { snapshot_name: 'boots' })
  const { id } = await ask('GET', 'snapshots/boots')
  await ask('POST', 'images', image('boots', id))
  await ask('DELETE', 'snapshots/boots')
  await ask('DELETE', 'disks/boots')
}

/** Runs the worker on copies of database and folder, then a control plane that takes up what it left. */
async function cutShort(
  boundary: number,
  killed: 'the server' | 'everything',
): Promise<'cut short' | 'reached the end'> {
  const name = `cut_${killed === 'everything' ? 'all' : 'server'}_${boundary}`
  const place: Place = { url: urlOf(name), folder: join(scratch.path, name), tag }
  await sql`create database ${sql.id(name)} template original`.execute(databases)
  await cp(original, place.folder, { recursive: true })
  const script = new URL('./machine-crash.worker.ts', import.meta.url).pathname
  const worker = spawn(process.execPath, [script, place.url, place.folder, tag, `${boundary}`, killed])
  const [said, errors] = await Promise.all([text(worker.stdout), text(worker.stderr)])
  expect(errors).toBe('')

  const plane = await open(place)
  try {
    await plane.start()
    await expect.poll(() => underWay(plane), at(boundary, killed)).toEqual([])
    await expect.poll(() => unknownTo(plane, place), at(boundary, killed)).toEqual([])
    await deleteAll(plane)
    await expect.poll(() => remainsOf(place), at(boundary, killed)).toEqual(before)
    expect(await brokenInvariants(plane.services.db)).toEqual([])
  } finally {
    await plane.stop()
    await endRealMachines(place.folder)
    await removeNetworks(place.folder)
  }
  await sql`drop database ${sql.id(name)}`.execute(databases)
  await rm(place.folder, { recursive: true })
  return said === 'reached the end' ? said : 'cut short'
}

const at = (boundary: number, killed: string) => ({ timeout: 120_000, message: `${killed} killed at ${boundary}` })

const underWay = ({ services: { db } }: ControlPlane) =>
  db.selectFrom('sagas').select(['name', 'step', 'error']).where('state', '=', 'running').execute()

/** What is on the host and not in the database, or the other way round. */
async function unknownTo({ services: { db } }: ControlPlane, place: Place): Promise<string[]> {
  const remains = await remainsOf(place)
  const ids = async (table: 'disks' | 'images' | 'snapshots' | 'instances' | 'vpcs') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => id).toSorted()
  const running = await db.selectFrom('instances').select('id').where('run_id', 'is not', null).execute()
  const nics = await db.selectFrom('network_interfaces').select('vpc_id').execute()
  const addresses = await db.selectFrom('external_ips').select('ip').where('instance_id', 'is not', null).execute()
  const vpcs = hasNetworks ? await ids('vpcs') : []
  const expected = {
    machines: running.map(({ id }) => id),
    namespaces: vpcs,
    networkFolders: vpcs,
    taps: Object.fromEntries(vpcs.map((id) => [id, nics.filter(({ vpc_id }) => vpc_id === id).length])),
    routes: hasNetworks ? [...new Set(addresses.map(({ ip }) => ip))].toSorted() : [],
    volumes: await ids('disks'),
    snapshots: await ids('snapshots'),
    images: await ids('images'),
    programs: [],
    drafts: [],
  }
  const instances = new Set(await ids('instances'))
  return [
    ...Object.entries(expected).flatMap(([what, should]) => {
      const [is, must] = [remains[what as keyof Remains], should].map((value) => JSON.stringify(value))
      return is === must ? [] : [`${what}: ${is} instead of ${must}`]
    }),
    ...remains.machineFolders.flatMap((id) => (instances.has(id) ? [] : [`the folder of machine ${id}`])),
  ]
}

/** As a client would. */
async function deleteAll(plane: ControlPlane): Promise<void> {
  const ask = async (method: string, path: string) => {
    await call(plane, method, `${path}?project=p`)
    await atRest(plane.services)
  }
  const names = async (kind: string): Promise<string[]> =>
    (await call(plane, 'GET', `${kind}?project=p`)).items.map(({ name }: { name: string }) => name)
  for (const name of await names('instances')) {
    const { run_state } = await call(plane, 'GET', `instances/${name}?project=p`)
    if (run_state === 'running') await ask('POST', `instances/${name}/stop`)
    await ask('DELETE', `instances/${name}`)
  }
  for (const kind of ['disks', 'snapshots'])
    for (const name of await names(kind)) await ask('DELETE', `${kind}/${name}`)
}

/** How many boundaries to go on by. 1 tries them all. */
const EVERY = Number(process.env['SKERRY_CRASH_EVERY'] ?? (isShort ? 24 : 3))

describe.each(firstInShort(['everything', 'the server'] as const))('when %s is killed', (killed) => {
  test('at a step of create, start, snapshot, stop or delete, nothing is left that the database does not know', async () => {
    let boundary = 1
    while ((await cutShort(boundary, killed)) === 'cut short') boundary += EVERY
    expect(boundary).toBeGreaterThan(20)
  }, 3_600_000)
})
