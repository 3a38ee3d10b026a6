import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { base64, bytesOf, importsOn, SmallStore, startImportServer } from './import-fixtures.ts'

const store = new SmallStore()
let server: TestServer
let admin: Caller
let project: string

beforeAll(async () => {
  ;({ server, admin, project } = await startImportServer(store))
})
afterAll(() => server.close())

const { importing, start, stop, finalize, write, stateOf, volumes } = importsOn(() => ({ server, project }))

describe('disk_bulk_write_import', () => {
  it.each([
    ['data that is not base64', 0, 'a$b', /^base64_encoded_data is not base64$/],
    ['no data', 0, '', /^base64_encoded_data is empty$/],
    ['more than 512 KiB', 0, base64(new Uint8Array(524_800)), /^at most 512 KiB can be written at once, not 524800 B$/],
    ['an odd length', 0, base64(new Uint8Array(100)), /multiples of the disk's block size, 4 KiB/],
    ['an odd offset', 512, base64(new Uint8Array(4096)), /multiples of the disk's block size, 4 KiB/],
    ['what reaches beyond the end', GIB, base64(new Uint8Array(4096)), /beyond the disk's size, 1 GiB/],
    ['an enormous offset', 2n ** 64n - 4096n, base64(new Uint8Array(4096)), /beyond the disk's size/],
  ])('refuses %s', async (_what, offset, data, message) => {
    const id = await importing(4096)
    const answer = await write(id, offset, data)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'InvalidRequest'])
    expect(answer.body.message).toMatch(message)
  })

  it('answers 507 when no space is left, and stores the block once there is', async () => {
    const id = await importing()
    store.full = true
    const answer = await write(id, 0, bytesOf(512, 5))
    store.full = false
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity' } })
    expect(answer.body.message).toMatch(
      /^Insufficient capacity: no space is left where disk "import-\d+" is stored: free some/,
    )
    expect(await stateOf(id)).toBe('importing_from_bulk_writes')
    expect((await write(id, 0, bytesOf(512, 5))).status).toBe(204)
    expect(await volumes().read(id, 0, 512)).toEqual(bytesOf(512, 5))
  })

  it('writes to the database only blocks that are further than those before', async () => {
    const id = await importing()
    const row = () =>
      server.db
        .selectFrom('disk_imports')
        .select(['written_end', sql<string>`xmin`.as('writer'), sql<string>`xmax`.as('locker')])
        .where('disk_id', '=', id)
        .executeTakeFirstOrThrow()
    await write(id, 1024, bytesOf(512, 1))
    const before = await row()
    expect(Number(before.written_end)).toBe(1536)
    for (const offset of [512, 1024, 0]) expect((await write(id, offset, bytesOf(512, 2))).status).toBe(204)
    expect(await row()).toEqual(before)
    await write(id, 1024, bytesOf(1024, 3))
    expect(Number((await row()).written_end)).toBe(2048)
  })

  it('stores no block after a stop was answered', async () => {
    const id = await importing()
    const writes = Array.from({ length: 12 }, (_, i) => write(id, i * 512, bytesOf(512, i + 1)))
    const stopped = await stop(id)
    expect(stopped.status).toBe(204)
    const atStop = await volumes().read(id, 0, 12 * 512)
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses.every((status) => status === 204 || status === 400)).toBe(true)
    expect(await volumes().read(id, 0, 12 * 512)).toEqual(atStop)
    const accepted = statuses.flatMap((status, i) => (status === 204 ? [i] : []))
    expect(accepted.map((i) => atStop.slice(i * 512, (i + 1) * 512))).toEqual(accepted.map((i) => bytesOf(512, i + 1)))
  })
})

describe('a file that is no disk image', () => {
  const gzip = Buffer.concat([Buffer.from('1f8b0800', 'hex'), bytesOf(508, 1)])
  const message = 'The image is refused: it is compressed with gzip; unpack it first'
  const refused = { status: 400, body: { error_code: 'InvalidRequest', message } }

  it('is refused with its first block, which is not stored', async () => {
    const id = await importing()
    expect(await write(id, 0, gzip)).toMatchObject(refused)
    expect(await volumes().read(id, 0, 512)).toEqual(new Uint8Array(512))
    expect((await write(id, 512, gzip)).status).toBe(204)
  })

  it('is refused at the end where its start came in parts, and can be written again or cancelled', async () => {
    const id = await importing(512)
    const tar = Buffer.alloc(1024)
    tar.write('disk.ovf')
    tar.write('ustar', 257)
    const { import_generation } = await server.db
      .selectFrom('disks')
      .select('import_generation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // As a server that did not look at the first block has stored it.
    await volumes().write(id, import_generation, 0, tar)
    await stop(id)
    const reason = 'The image is refused: it is a tar archive, as an OVA is; unpack it, and use the disk image in it'
    expect(await finalize(id)).toMatchObject({ status: 400, body: { message: reason } })
    await start(id)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
    await stop(id)
    expect((await finalize(id)).status).toBe(204)
  })
})

describe('while blocks are being written', () => {
  const held: (() => void)[] = []
  const hold = () => held.push(store.hold())
  const release = () => held.splice(0).forEach((end) => end())
  afterEach(release)
  const list = () => admin.ok('disk_list', { query: { project } })

  it('a stop waits for them, and refuses later writes that were sent before it', async () => {
    const id = await importing()
    const { import_generation } = await server.db
      .selectFrom('disks')
      .select('import_generation')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    hold()
    const written = write(id, 0, bytesOf(512, 1))
    await expect.poll(() => store.underWay).toBe(1)
    let answered = false
    const stopped = stop(id).finally(() => (answered = true))
    await expect.poll(() => stateOf(id)).toBe('import_ready')
    expect(answered).toBe(false)
    await start(id)
    await expect(volumes().write(id, import_generation, 0, bytesOf(512, 9))).rejects.toMatchObject({ kind: 'outdated' })
    release()
    expect([(await written).status, (await stopped).status]).toEqual([204, 204])
    expect(await volumes().read(id, 0, 512)).toEqual(bytesOf(512, 1))
    expect((await write(id, 0, bytesOf(512, 2))).status).toBe(204)
  })

  it('other requests are answered despite many waiting writes', async () => {
    const id = await importing()
    hold()
    const writes = Array.from({ length: 64 }, (_, nth) => write(id, nth * 512, bytesOf(512, nth)))
    await expect.poll(() => store.underWay).toBe(8)
    expect((await list()).items.length).toBeGreaterThan(0)
    const collaborator = await server.user({ projects: { [project]: 'collaborator' } })
    const others = write(id, 512, bytesOf(512, 1), collaborator)
    await expect.poll(() => store.underWay).toBe(9)
    await server.clock.advance(20_000)
    release()
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    // 8 were written and 8 timed out before; the 16 that waited for a place in memory follow. The rest was refused at
    // once.
    expect(statuses.filter((status) => status === 204)).toHaveLength(24)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40)
    expect((await others).status).toBe(204)
    expect((await write(id, 0, bytesOf(512, 1))).status).toBe(204)
  })
})
