import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ realTime: true })
})
afterAll(() => server.close())

const SIZE = 64 * GIB
const at = (disk: string) => ({ path: { disk } })

/** A disk to which only a block that ends there was written. */
async function written(caller: Caller, project: string, name: string, end: number): Promise<string> {
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  const body = { name, description: '', size: SIZE, disk_source }
  const { id } = await caller.ok('disk_create', { query: { project }, body })
  await caller.ok('disk_bulk_write_import_start', at(id))
  const base64_encoded_data = Buffer.alloc(512, 1).toString('base64')
  await caller.ok('disk_bulk_write_import', { ...at(id), body: { offset: end - 512, base64_encoded_data } })
  await caller.ok('disk_bulk_write_import_stop', at(id))
  return id
}
const finalize = (caller: Caller, disk: string, bytes: number, sha256: string) =>
  caller.call('disk_finalize_import', {
    ...at(disk),
    body: { file: { bytes, checksum: { type: 'sha256', value: sha256 } } },
  })

it('30 files as large as their disks stop neither requests nor the files of others, and are cancelled at once', async () => {
  const { admin } = server
  const project = (await admin.ok('project_create', { body: { name: 'large', description: '' } })).id
  const large = await Promise.all(Array.from({ length: 30 }, (_, i) => written(admin, project, `large-${i}`, SIZE)))
  const other = await server.user({ silo: 'admin' }, await server.silo('other'))
  const theirs = (await other.ok('project_create', { body: { name: 'small', description: '' } })).id
  const small = await written(other, theirs, 'small', 4 * 2 ** 20)
  const content = Buffer.alloc(4 * 2 ** 20).fill(1, 4 * 2 ** 20 - 512)

  const finalizing = large.map((disk) => finalize(admin, disk, SIZE, '0'.repeat(64)))
  const turn = await leastLargestTurn(50, async () => {
    for (let i = 0; i < 30; i++) await admin.ok('current_user_view')
  })
  expect(turn).toBeLessThan(50)
  const digest = createHash('sha256').update(content).digest('hex')
  expect((await finalize(other, small, content.length, digest)).status).toBe(204)
  const cancelled = await Promise.all(large.map((disk) => admin.call('disk_cancel_import', at(disk))))
  expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set([204]))
  expect(new Set((await Promise.all(finalizing)).map(({ status }) => status))).toEqual(new Set([409]))
})
