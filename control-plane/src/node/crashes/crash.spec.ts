import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'
import { FileVolumeStore } from '../folder/volume-store.ts'
import { Running } from '../testing/running.ts'
import { isAlive, postgresPid, scratchFolder } from '../testing/server.ts'

const GIB = 2 ** 30
const BLOCK = 64 * 1024
const soon = { timeout: 120_000, interval: 25 }

const data = scratchFolder()
const volumes = join(data.path, 'volumes')
const server = new Running(data.path)
beforeAll(async () => {
  await server.start()
  await server.ok('POST', 'projects', { name: 'p', description: '' })
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.process.ended
  data[Symbol.dispose]()
})

const createDisk = (name: string, disk_source: object = { type: 'blank', block_size: 512 }) =>
  server.ok('POST', 'disks?project=p', { name, description: '', size: GIB, disk_source })
const diskState = async (name: string) => (await server.ok('GET', `disks/${name}?project=p`)).state.state
const newInstance = (name: string, more: object = {}) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: GIB,
  boot_disk: {
    type: 'create',
    name: `${name}-boot`,
    description: '',
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  },
  external_ips: [{ type: 'ephemeral' }],
  ...more,
})
const create = (name: string, more?: object) => server.call('POST', 'instances?project=p', newInstance(name, more))
const state = async (name: string): Promise<string> => {
  const { status, body } = await server.call('GET', `instances/${name}?project=p`)
  return status === 200 ? body.run_state : status === 404 ? 'gone' : `${status}`
}
/** `creating`, `starting` … of several, or what kept the server from saying so. */
const states = (...names: string[]) => Promise.all(names.map(state)).catch((error: Error) => [error.message])
const block = (byte: number) => Buffer.alloc(BLOCK, byte)

test('killed in the midst of creations, a snapshot, deletions and an import, and again while it recovers', async () => {
  const copied = await createDisk('copied')
  const doomed = await createDisk('doomed')
  const imported = await createDisk('imported', { type: 'importing_blocks', block_size: 512 })
  expect((await create('ending', { start: false })).status).toBe(201)
  expect((await create('first')).status).toBe(201)
  await server.ok('POST', `disks/${imported.id}/bulk-write-start`)
  await expect.poll(() => states('first', 'ending'), soon).toEqual(['running', 'stopped'])
  expect((await create('second')).status).toBe(201)

  const { acknowledged, ended: written } = writeUntilKilled(imported.id)
  // Once the database has them they come about, although nobody is answered.
  const unanswered = [
    create('third'),
    server.call('POST', 'snapshots?project=p', { name: 's', description: '', disk: copied.id }),
    server.call('DELETE', `disks/${doomed.id}`),
    server.call('DELETE', 'instances/ending?project=p'),
  ]
  for (const request of unanswered) request.catch(() => {})
  const statusOf = async (path: string) => (await server.call('GET', `${path}?project=p`)).status
  const started = () =>
    Promise.all(['instances/third', 'snapshots/s', 'disks/doomed', 'instances/ending'].map(statusOf))
  await expect.poll(started, soon).toEqual([200, 200, 404, 404])
  await acknowledged
  await server.kill()
  await server.start()
  await server.kill()
  await server.start()

  await expect.poll(() => states('first', 'second', 'third'), soon).toEqual(['running', 'running', 'running'])
  expect(await server.disorder()).toEqual([])
  expect((await server.ok('GET', 'snapshots/s?project=p')).state).toBe('ready')
  expect(await diskState('copied')).toBe('detached')
  expect(await diskState('ending-boot')).toBe('detached')
  expect(existsSync(join(volumes, doomed.id))).toBe(false)
  const { data: console } = await server.ok('GET', 'instances/first/serial-console?project=p&most_recent=4096')
  expect(Buffer.from(console).toString()).toContain('first login:')

  // What was acknowledged is there; the import goes on, and comes to its end.
  const blocks = await written
  expect(blocks).toBeGreaterThan(0)
  expect(await diskState('imported')).toBe('importing_from_bulk_writes')
  await writeBlock(imported.id, blocks)
  await server.ok('POST', `disks/${imported.id}/bulk-write-stop`)
  await server.ok('POST', `disks/${imported.id}/finalize`, { snapshot_name: 'imported-whole' })
  await expect.poll(() => diskState('imported'), soon).toBe('detached')
  const { id } = await server.ok('GET', 'snapshots/imported-whole?project=p')
  const store = new FileVolumeStore(volumes)
  for (let i = 0; i <= blocks; i++)
    for (const volume of [imported.id, id])
      expect(Buffer.compare(await store.read(volume, i * BLOCK, BLOCK), block(i + 1))).toBe(0)
  expect(await server.disorder()).toEqual([])
}, 600_000)

const writeBlock = (disk: string, index: number) =>
  server.ok('POST', `disks/${disk}/bulk-write`, {
    offset: index * BLOCK,
    base64_encoded_data: block(index + 1).toString('base64'),
  })

/**
 * Writes one block after the other until the server is gone. `acknowledged` resolves once it has the first; `ended`
 * answers how many it acknowledged.
 */
function writeUntilKilled(disk: string): { acknowledged: Promise<void>; ended: Promise<number> } {
  const first = Promise.withResolvers<void>()
  const write = async () => {
    for (let index = 0; ; index++) {
      try {
        await writeBlock(disk, index)
      } catch {
        return index
      }
      first.resolve()
    }
  }
  return { acknowledged: first.promise, ended: write() }
}

test('PostgreSQL killed under creations: each is whole or was never there, and the server goes on', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  expect((await create('before')).status).toBe(201)
  const asked = names.map((name) => create(name))
  process.kill(postgresPid(data.path), 'SIGKILL')
  const answers = await Promise.all(asked)
  for (const { status } of answers) expect([201, 503]).toContain(status)

  await expect.poll(() => states('before', 'first'), soon).toEqual(['running', 'running'])
  expect(await server.disorder()).toEqual([])
  for (const [i, name] of names.entries())
    expect(await state(name)).toMatch(answers[i]!.status === 201 ? /^running$/ : /^(running|gone)$/)
  expect(isAlive(server.process.pid)).toBe(true)

  // A name whose creation failed is free.
  const gone = (await states(...names)).flatMap((now, i) => (now === 'gone' ? [names[i]!] : []))
  for (const name of gone) await server.ok('POST', 'instances?project=p', newInstance(name))
  await expect.poll(() => states(...names), soon).toEqual(names.map(() => 'running'))
  expect(await server.disorder()).toEqual([])
})

test('no space under the volumes: a block is refused with 507, and the import can still be ended', async () => {
  using folder = scratchFolder()
  const server = await startTestServer({ volumeStore: new FileVolumeStore(folder.path, Number.MAX_SAFE_INTEGER) })
  try {
    const { admin } = server
    const { id: project } = await admin.ok('project_create', { body: { name: 'p', description: '' } })
    const disk_source = { type: 'importing_blocks', block_size: 512 }
    const body = { name: 'd', description: '', size: GIB, disk_source }
    const { id: disk } = await admin.ok('disk_create', { query: { project }, body })
    await server.settle()
    await admin.ok('disk_bulk_write_import_start', { path: { disk } })
    const answer = await admin.call('disk_bulk_write_import', {
      path: { disk },
      body: { offset: 0, base64_encoded_data: block(1).toString('base64') },
    })
    expect(answer).toMatchObject({
      status: 507,
      body: {
        error_code: 'InsufficientCapacity',
        message: 'Insufficient capacity: no space is left where disk "d" is stored: free some and send the block again',
      },
    })
    await admin.ok('disk_bulk_write_import_stop', { path: { disk } })
    await admin.ok('disk_finalize_import', { path: { disk }, body: {} })
    await server.settle()
    await admin.ok('disk_delete', { path: { disk } })
  } finally {
    await server.close()
  }
})
