import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '../../clock/durations.ts'
import { made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Inventory } from '../../platform/interface/hardware.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { syncHardware } from './inventory.ts'
import { CONFIRM_AFTER_MS } from './unlisted-hardware.repo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    hardware: { expungedSleds: 0, uninitializedSleds: 0, storageBytesPerSled: 512 * GIB },
  })
})
afterAll(() => server.close())

const sync = () => syncHardware(server.plane.services)
const syncTwice = async () => {
  await sync()
  await server.clock.advance(CONFIRM_AFTER_MS)
  await sync()
}
/** Makes the platform return a changed inventory while `work` runs. */
async function withInventory(shape: (inventory: Inventory) => Inventory, work: () => Promise<void>): Promise<void> {
  const { hardware } = server.platform
  const answer = hardware.inventory.bind(hardware)
  hardware.inventory = async () => shape(await answer())
  await work().finally(() => (hardware.inventory = answer))
}
const issues = async (): Promise<string[]> => {
  const found: { issues: SystemIssue[] } = await server.admin.ok('system_issues_view')
  return found.issues.map(({ kind, name, message }) => `${kind} ${name}: ${message}`)
}
const MISSING = 'Missing: the platform no longer lists it'
const list = async (operation: 'sled_list' | 'switch_list' | 'rack_list' | 'physical_disk_list') =>
  (await server.admin.ok(operation)).items

it('shows sleds and disks that left as missing after a second check, and places no instances on them', async () => {
  const [kept, ...left] = await list('sled_list')
  const only = (inventory: Inventory): Inventory => ({
    ...inventory,
    sleds: inventory.sleds.filter(({ id }) => id === kept.id),
    physicalDisks: inventory.physicalDisks.filter(({ sledId }) => sledId === kept.id),
  })
  const project = await newProject(server)
  await withInventory(only, async () => {
    await sync()
    expect((await list('sled_list')).filter(({ time_missing }: { time_missing: unknown }) => time_missing)).toEqual([])
    await server.clock.advance(CONFIRM_AFTER_MS)
    await sync()
    const sleds = await list('sled_list')
    for (const sled of sleds) expect(Boolean(sled.time_missing)).toBe(sled.id !== kept.id)
    for (const disk of await list('physical_disk_list'))
      expect(Boolean(disk.time_missing)).toBe(disk.sled_id !== kept.id)
    expect(await issues()).toEqual(
      left.map((sled: { baseboard: { serial: string } }) => `sled ${sled.baseboard.serial}: ${MISSING}`),
    )
    for (let i = 0; i < 4; i++) {
      const { id } = await made(server, project)
      const { sled_id } = await server.db
        .selectFrom('instances')
        .select('sled_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(sled_id).toBe(kept.id)
    }
  })
  await sync()
  for (const sled of await list('sled_list')) expect(sled.time_missing).toBeNull()
  expect(await issues()).toEqual([])
})

it('starts over when hardware is listed in between', async () => {
  const none = (inventory: Inventory): Inventory => ({ ...inventory, switches: [], racks: [] })
  await withInventory(none, sync)
  await server.clock.advance(CONFIRM_AFTER_MS)
  await sync()
  await withInventory(none, sync)
  expect(await issues()).toEqual([])
  await sync()
})

it('shows switches and racks that left as missing', async () => {
  const [rack] = await list('rack_list')
  const switches: { id: string; baseboard: { serial: string } }[] = await list('switch_list')
  await withInventory((inventory) => ({ ...inventory, switches: [], racks: [] }), syncTwice)
  expect(await issues()).toEqual([
    `rack ${rack.id}: ${MISSING}`,
    ...switches.map(({ baseboard }) => `switch ${baseboard.serial}: ${MISSING}`),
  ])
  expect((await server.admin.ok('rack_view', { path: { rack_id: rack.id } })).time_missing).toEqual(expect.any(String))
  const view = { path: { switch_id: switches[0]!.id } }
  expect((await server.admin.ok('switch_view', view)).time_missing).toEqual(expect.any(String))
  await sync()
  expect((await server.admin.ok('switch_view', view)).time_missing).toBeNull()
})

it('expunges a disk that failed without an event, with an alert', async () => {
  const [{ id, sled_id }] = await list('physical_disk_list')
  const failed = (inventory: Inventory): Inventory => ({
    ...inventory,
    physicalDisks: inventory.physicalDisks.map((disk) => (disk.id === id ? { ...disk, expunged: true } : disk)),
  })
  await withInventory(failed, syncTwice)
  const { policy } = await server.admin.ok('physical_disk_view', { path: { disk_id: id } })
  expect(policy.kind).toBe('expunged')
  const alerts = server.db.selectFrom('alerts').select('data').where('class', '=', 'physical_disk.failed')
  expect(await alerts.execute()).toEqual([{ data: { physical_disk_id: id, sled_id } }])
})

it('keeps what events reported of a sled while the inventory was read', async () => {
  const { faults, hardware } = server.platform
  const sleds = server.db.selectFrom('sleds').select(['storage', 'storage_full', 'reachable'])
  const [{ id }] = await list('sled_list')
  const row = () => sleds.where('id', '=', id).executeTakeFirst()
  const full = faults.inject({ kind: 'sled_storage_full', target: id })
  await expect.poll(row).toMatchObject({ storage: 0, storage_full: true, reachable: true })
  await syncHardware({
    ...server.plane.services,
    platform: {
      hardware: {
        async inventory() {
          const read = await hardware.inventory()
          await server.clock.advance(1)
          faults.end(full.id)
          faults.inject({ kind: 'sled_unreachable', target: id })
          // The event of its storage has it read again.
          await expect.poll(row).toMatchObject({ storage_full: false, reachable: false })
          await expect.poll(row).not.toMatchObject({ storage: 0 })
          return read
        },
      },
    },
  })
  expect(await row()).toMatchObject({ storage_full: false, reachable: false })
  expect(await row()).not.toMatchObject({ storage: 0 })
})

it('updates a sled that was modified before the clock stepped back, and not one that an operator sets meanwhile', async () => {
  const [{ id }] = await list('sled_list')
  const row = server.db.selectFrom('sleds').select(['cubby', 'provisionable']).where('id', '=', id)
  const { cubby } = await row.executeTakeFirstOrThrow()
  const moved = (inventory: Inventory): Inventory => ({
    ...inventory,
    sleds: inventory.sleds.map((sled) => (sled.id === id ? { ...sled, cubby: cubby + 100 } : sled)),
  })
  const time_modified = new Date(server.clock.now().getTime() + HOUR_MS)
  await server.db.updateTable('sleds').set({ time_modified }).where('id', '=', id).execute()
  await withInventory(moved, sync)
  expect(await row.executeTakeFirst()).toMatchObject({ cubby: cubby + 100 })

  await server.clock.advance(1)
  const { hardware } = server.platform
  const inventory = async () => {
    const read = await hardware.inventory()
    const body = { state: 'non_provisionable' }
    await server.admin.ok('sled_set_provision_policy', { path: { sled_id: id }, body })
    return read
  }
  await syncHardware({ ...server.plane.services, platform: { hardware: { inventory } } })
  expect(await row.executeTakeFirst()).toEqual({ cubby: cubby + 100, provisionable: false })
  await sync()
  expect(await row.executeTakeFirst()).toEqual({ cubby, provisionable: false })
})

it('updates reported values of a switch and a disk', async () => {
  const [{ id: switchId }] = await list('switch_list')
  const [{ id: diskId }] = await list('physical_disk_list')
  const changed = (inventory: Inventory): Inventory => ({
    ...inventory,
    switches: inventory.switches.map((one) =>
      one.id === switchId ? { ...one, baseboard: { ...one.baseboard, revision: 7 } } : one,
    ),
    physicalDisks: inventory.physicalDisks.map((disk) => (disk.id === diskId ? { ...disk, serial: 'moved' } : disk)),
  })
  await withInventory(changed, sync)
  expect((await server.admin.ok('switch_view', { path: { switch_id: switchId } })).baseboard.revision).toBe(7)
  expect((await server.admin.ok('physical_disk_view', { path: { disk_id: diskId } })).serial).toBe('moved')
})
