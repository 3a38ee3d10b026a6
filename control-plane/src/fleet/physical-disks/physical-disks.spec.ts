import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { syncHardware } from '../inventory/inventory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const disks = async () =>
  (await server.admin.ok('physical_disk_list', { query: { limit: 1000 } })).items as {
    id: string
    sled_id: string
    form_factor: string
    policy: { kind: string }
  }[]

it('physical_disk_list shows all disks of the platform, with expunged ones', async () => {
  const all = await disks()
  expect(all).toHaveLength(60)
  expect(all.filter(({ policy }) => policy.kind === 'expunged')).toHaveLength(12)
  const u2 = all.filter(({ form_factor }) => form_factor === 'u2')
  expect(u2).toHaveLength(50)
  expect(u2[0]).toMatchObject({ size: 3_200_000_000_000 })
  expect(await server.admin.ok('physical_disk_view', { path: { disk_id: all[0]!.id } })).toEqual(all[0])
})

it('omits a decommissioned disk', async () => {
  const { id } = (await disks()).at(-1)!
  await server.db.updateTable('physical_disks').set({ state: 'decommissioned' }).where('id', '=', id).execute()
  expect((await disks()).map((disk) => disk.id)).not.toContain(id)
  expect((await server.admin.call('physical_disk_view', { path: { disk_id: id } })).status).toBe(404)
})

it('shows a failed disk as expunged from then on', async () => {
  const { platform } = server
  const { id } = (await disks()).find(({ policy }) => policy.kind === 'in_service')!
  const { id: fault } = platform.faults.inject({ kind: 'physical_disk_fail', target: id })
  const policy = async () =>
    (await server.admin.ok('physical_disk_view', { path: { disk_id: id } })).policy.kind as string
  await server.clock.advanceUntil(async () => (await policy()) === 'expunged')
  platform.faults.end(fault)
  await syncHardware(server.plane.services)
  expect(await policy()).toBe('expunged')
})

it('an unknown physical disk is not found', async () => {
  const disk_id = '00000000-0000-4000-8000-000000000000'
  expect((await server.admin.call('physical_disk_view', { path: { disk_id } })).body).toMatchObject({
    error_code: 'ObjectNotFound',
    message: `not found: physical-disk with id "${disk_id}"`,
  })
})
