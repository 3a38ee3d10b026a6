import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { storageLeft } from '../../fleet/overcommitment/provisionable.repo.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { FileServer } from '../../testing/file-server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const SOON = { timeout: 30_000, interval: 20 }
const MIB = 2 ** 20

let files: FileServer
let server: TestServer
let serial = 0
beforeAll(async () => {
  files = await FileServer.start()
  server = await startTestServer({
    realTime: true,
    hardware: { sleds: 1, expungedSleds: 0, storageBytesPerSled: 64 * GIB },
    sagaLimits: { backoffMs: 1 },
    imageFetching: { outbound: files.outbound },
  })
  const quota = { storage: 1000 * GIB }
  await server.admin.ok('silo_quotas_update', { path: { silo: 'default' }, body: quota })
})
afterAll(async () => {
  await server.close()
  await files.close()
})

const left = async () => Number(await storageLeft(server.db)) / GIB
const create = (url: string, file: Uint8Array, size?: number) => {
  const checksum = { type: 'sha256', value: createHash('sha256').update(file).digest('hex') }
  const about = { name: `fetched-${++serial}`, description: '', os: 'plan9', version: '4' }
  return server.admin.call('image_fetch_create', { body: { ...about, size, source: { type: 'url', url, checksum } } })
}
const fetchFile = (file: Uint8Array, size?: number) => create(files.serve(`/file-${++serial}`, file), file, size)

/** Waits until it became an image, or failed. Returns its size or the reason. */
const outcome = (id: string): Promise<number | string> =>
  vi.waitFor(async () => {
    const image = await server.admin.call('image_view', { path: { image: id } })
    if (image.status === 200) return image.body.size
    const { state, reason_for_failure } = await server.admin.ok('image_fetch_view', { path: { fetch_id: id } })
    if (state !== 'failed') throw new Error(`it is ${state}`)
    return reason_for_failure
  }, SOON)

/** A qcow2 image of a disk of that size. */
function diskOf(gib: number): Uint8Array {
  const bytes = Buffer.alloc(4096)
  bytes.write('QFI\u00fb', 'latin1')
  bytes.writeBigUInt64BE(BigInt(gib * GIB), 24)
  return bytes
}

it('The image of a fetch takes its size from what the hardware provides, as soon as the size is known', async () => {
  const before = await left()
  const endless = files.serve('/endless', (_, answer) => void answer.writeHead(200).write(Buffer.alloc(1000)))
  const held = (await create(endless, Buffer.alloc(1), 4 * GIB)).body.id
  expect(await left()).toBe(before - 4)
  expect(await create(endless, Buffer.alloc(1), before * GIB)).toMatchObject({
    status: 507,
    body: {
      message: expect.stringMatching(/^Insufficient capacity: .* of storage asked for, .* left of what the hard/),
    },
  })

  const { id } = (await fetchFile(diskOf(before - 4))).body
  expect(await outcome(id)).toBe((before - 4) * GIB)
  expect(await left()).toBe(0)
  const another = (await fetchFile(diskOf(2))).body.id
  expect(await outcome(another)).toMatch(/^Insufficient capacity: 2 GiB of storage asked for, 0 B left/)
  expect((await server.plane.services.platform.volumes.list()).images).not.toContain(another)

  expect((await server.admin.call('image_fetch_delete', { path: { fetch_id: held } })).status).toBe(204)
  expect(await left()).toBe(4)
  expect((await server.admin.call('image_delete', { path: { image: id } })).status).toBe(204)
  expect(await left()).toBe(before)
})

it('A compressed file is unpacked no further than what may become an image', async () => {
  const packed = gzipSync(Buffer.alloc(48 * MIB))
  const { id } = (await fetchFile(packed, 16 * MIB)).body
  expect(await outcome(id)).toBe('the file unpacks to more than 16 MiB: no larger image was asked for')

  const query = { project: (await server.admin.ok('project_create', { body: { name: 'full', description: '' } })).id }
  const body = { name: 'filler', description: '', size: (await left()) * GIB }
  await server.admin.ok('disk_create', { query, body: { ...body, disk_source: { type: 'blank', block_size: 512 } } })
  const refused = (await fetchFile(packed)).body.id
  expect(await outcome(refused)).toBe('the file unpacks to more than 0 B: the hardware has no more left')

  await server.db.updateTable('quotas').set({ storage: body.size }).execute()
  await server.admin.ok('system_overcommitment_update', { body: { cpu: 4, storage: 2 } })
  const beyondQuota = (await fetchFile(packed)).body.id
  expect(await outcome(beyondQuota)).toBe("the file unpacks to more than 0 B: the silo's quota has no more left")
})
