import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type House, openHouse } from '../../../kernel/testing.ts'
import {
  befall,
  made,
  madeDisk,
  newDisk,
  newProject,
  settleInOrder,
  simulator,
  until,
  view,
} from '../instance-fixtures.ts'

let house: House
let admin: Caller
let project: string
beforeAll(async () => {
  house = await openHouse()
  admin = house.admin
  project = await newProject(house)
})
afterAll(() => house.close())
afterEach(() => settleInOrder(house))

let count = 0
const at = (instance: string) => ({ path: { instance } })

describe('What the platform does by itself', () => {
  it('moves an instance to another sled and back to running', async () => {
    const { id } = await made(house, project)
    const sled = () => house.db.selectFrom('instances').select('sled_id').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await sled()
    await befall(house, id, 'instance_migrate')
    await until(house, id, 'running')
    expect(await sled()).not.toEqual(before)
  })

  it('repairs an instance', async () => {
    const { id } = await made(house, project)
    await befall(house, id, 'instance_repair')
    expect((await view(house, id)).run_state).toBe('repairing')
    await until(house, id, 'running')
  })

  it('fails the instances of a sled that cannot be reached, which gets no others until it can', async () => {
    const { id } = await made(house, project)
    const { sled_id } = await house.db
      .selectFrom('instances')
      .select('sled_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const fault = simulator(house).faults.inject({ kind: 'sled_unreachable', target: sled_id! })
    await until(house, id, 'failed')
    const reachable = async () =>
      (await house.db.selectFrom('sleds').select('reachable').where('id', '=', sled_id!).executeTakeFirstOrThrow())
        .reachable
    await house.clock.advanceUntil(async () => !(await reachable()))
    await admin.ok('instance_start', at(id))
    await until(house, id, 'running')
    expect(await house.db.selectFrom('instances').select('id').where('sled_id', '=', sled_id).execute()).toEqual([])
    simulator(house).faults.end(fault.id)
    await house.clock.advanceUntil(reachable)
  })

  it('faults a disk, which belongs to no instance then and can be deleted', async () => {
    const { id, boot_disk_id } = await made(house, project, { boot_disk: newDisk(`faulty-${++count}`) })
    simulator(house).faults.inject({ kind: 'disk_fault', target: boot_disk_id })
    await house.clock.advanceUntil(
      async () => (await admin.ok('disk_view', { path: { disk: boot_disk_id } })).state.state === 'faulted',
    )
    expect((await view(house, id)).boot_disk_id).toBeNull()
    expect((await admin.call('disk_delete', { path: { disk: boot_disk_id } })).status).toBe(204)
  })

  it('a panic on the console fails the instance', async () => {
    const { id } = await made(house, project)
    const stream = await simulator(house).instances.serial.open(id, { mostRecent: 0 })
    await stream.write(new TextEncoder().encode('root\npanic\n'))
    await until(house, id, 'failed')
    expect(await admin.call('instance_serial_console', { ...at(id), query: { most_recent: 1 } })).toMatchObject({
      status: 400,
    })
  })

  it('a disk that is attached before a start is there after it', async () => {
    const { id } = await made(house, project, { start: false })
    const disk = await madeDisk(house, project, `late-${++count}`)
    await admin.ok('instance_disk_attach', { ...at(id), body: { disk: disk.id } })
    await admin.ok('instance_start', at(id))
    await house.settle()
    const machine = [...simulator(house).instances.machines()].find(({ spec }) => spec.id === id)
    expect(machine?.spec.volumes.map((volume) => volume.id)).toEqual([disk.id])
    expect((await admin.ok('disk_view', { path: { disk: disk.id } })).state).toEqual({
      state: 'attached',
      instance: id,
    })
  })
})
