import type { SystemOverview } from '@skerry/contract/fleet/system-overview.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ hardware: { expungedSleds: 1, uninitializedSleds: 0 } })
})
afterEach(() => server.close())

const overview = (): Promise<SystemOverview> => server.admin.ok('system_overview')

it('system_overview counts silos, instances and sleds, and has what they use with its trend', async () => {
  const before = await overview()
  expect(before).toMatchObject({ silos: 1, instances: [], utilization: { provisioned: { cpus: 0, memory: 0 } } })
  await server.silo('second')
  const machine = await made(server, await newProject(server))
  const { silos, instances, utilization, trend } = await overview()
  expect(silos).toBe(2)
  expect(instances).toEqual([{ state: 'running', count: 1, time_began: machine.time_run_state_updated }])
  expect(utilization.provisioned).toEqual({ cpus: 2, memory: 4 * GIB, storage: 0 })
  expect(utilization.capacity.cpus).toBeGreaterThan(Number(before.utilization.capacity.cpus))
  expect(trend.at(-1)).toMatchObject({ cpus: 2, memory: 4 * GIB, storage: 0 })
})

it('system_overview counts what sleds in service have, and those that do not answer', async () => {
  const { items } = await server.admin.ok('sled_list')
  const inService = items.filter(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service')
  const sum = (field: string) => inService.reduce((all: number, sled: Record<string, number>) => all + sled[field]!, 0)
  await server.db.updateTable('sleds').set({ reachable: false }).where('id', '=', inService[0].id).execute()
  expect((await overview()).sleds).toEqual({
    in_service: inService.length,
    unreachable: 1,
    expunged: 1,
    hardware_threads: sum('usable_hardware_threads'),
    provisionable_vcpus: sum('provisionable_vcpus'),
    provisionable_storage: null,
    physical_ram: sum('usable_physical_ram'),
  })
})

it('system_overview counts the silos that lists show, and ends sums at the largest number', async () => {
  for (const discoverable of [true, false]) {
    const body = { name: `silo-${discoverable}`, description: '', discoverable, identity_mode: 'local_only' }
    const quotas = { cpus: 'most', memory: 'most', storage: 'most' }
    const text = JSON.stringify({ ...body, quotas, mapped_fleet_roles: {}, tls_certificates: [] })
    await server.admin.ok('silo_create', { body: text.replaceAll('"most"', String(2n ** 63n - 1n)) })
  }
  expect((await overview()).silos).toBe((await server.admin.ok('silo_list')).items.length)
  const { bytes } = await server.admin.call('system_overview')
  expect(new TextDecoder().decode(bytes)).toContain('"storage":9223372036854775807')
})
