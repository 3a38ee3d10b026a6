import { describe, expect } from 'vitest'
import type { ImageSpec } from '../interface/volumes.ts'
import { type Bed, imageSpec, onSite, rejects } from './bed.ts'
import { newId, release, volumeSpec, vpcDocument } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const [EARLIER, PRESENT, LATER] = [8, 10, 12]

interface OrderedCall {
  name: string
  /** Prepares everything that the call needs; undefined where the hardware does not have it. */
  prepare(bed: Bed): Promise<{ id: string; make(order: number): Promise<unknown> } | undefined>
}

const call = (name: string, prepare: OrderedCall['prepare']): OrderedCall => ({ name, prepare })

const attachment = async (bed: Bed, attached: boolean) => {
  const [spec, instanceId] = [await bed.volume(), newId()]
  await bed.platform.instances.prepare(instanceId)
  if (attached) await bed.platform.volumes.ensureAttached(spec.id, instanceId)
  bed.keepVolume(spec, true, attached ? instanceId : null)
  return { id: spec.id, instanceId }
}
const emptySource = async (bed: Bed): Promise<ImageSpec> => imageSpec((await bed.snapshot((await bed.volume()).id)).id)

/** Every change that sagas request. */
const calls: readonly OrderedCall[] = [
  call('volumes.ensureVolume', async ({ platform }) => {
    const spec = volumeSpec()
    return { id: spec.id, make: (order) => platform.volumes.ensureVolume(spec, undefined, order) }
  }),
  call('volumes.deleteVolume', async (bed) => {
    const { id } = await bed.volume()
    return { id, make: (order) => bed.platform.volumes.deleteVolume(id, undefined, order) }
  }),
  call('volumes.finalizeImport', async (bed) => {
    const { id } = await bed.volume({ kind: 'import' })
    return { id, make: (order) => bed.platform.volumes.finalizeImport(id, undefined, order) }
  }),
  call('volumes.ensureSnapshot', async (bed) => {
    const spec = { id: newId(), volumeId: (await bed.volume()).id }
    return { id: spec.id, make: (order) => bed.platform.volumes.ensureSnapshot(spec, undefined, order) }
  }),
  call('volumes.deleteSnapshot', async (bed) => {
    const { id } = await bed.snapshot((await bed.volume()).id)
    return { id, make: (order) => bed.platform.volumes.deleteSnapshot(id, undefined, order) }
  }),
  call('volumes.ensureImage', async (bed) => {
    const spec = await emptySource(bed)
    return { id: spec.id, make: (order) => bed.platform.volumes.ensureImage(spec, undefined, order) }
  }),
  call('volumes.deleteImage', async (bed) => {
    const { id } = await bed.image((await bed.snapshot((await bed.volume()).id)).id)
    return { id, make: (order) => bed.platform.volumes.deleteImage(id, undefined, order) }
  }),
  call('volumes.ensureAttached', async (bed) => {
    const { id, instanceId } = await attachment(bed, false)
    return { id, make: (order) => bed.platform.volumes.ensureAttached(id, instanceId, undefined, order) }
  }),
  call('volumes.ensureDetached', async (bed) => {
    const { id, instanceId } = await attachment(bed, true)
    return { id, make: (order) => bed.platform.volumes.ensureDetached(id, instanceId, undefined, order) }
  }),
  call('instances.prepare', async ({ platform }) => {
    const id = newId()
    return { id, make: (order) => platform.instances.prepare(id, undefined, order) }
  }),
  call('instances.start', async (bed) => {
    const spec = await bed.machineSpec()
    return { id: spec.id, make: (order) => bed.platform.instances.start(spec, undefined, order) }
  }),
  call('instances.stop', async (bed) => {
    const { id } = (await bed.machine()).spec
    return { id, make: (order) => bed.platform.instances.stop(id, undefined, order) }
  }),
  call('instances.powerOff', async (bed) => {
    const { id } = (await bed.machine()).spec
    return { id, make: (order) => bed.platform.instances.powerOff(id, undefined, order) }
  }),
  call('instances.stopRun', async (bed) => {
    const { spec, running } = await bed.machine()
    return { id: spec.id, make: (order) => bed.platform.instances.stopRun(spec.id, running.runId, undefined, order) }
  }),
  call('instances.reboot', async (bed) => {
    const [{ id }, request] = [(await bed.machine()).spec, newId()]
    return { id, make: (order) => bed.platform.instances.reboot(id, request, undefined, order) }
  }),
  call('instances.migrate', async (bed) => {
    const [, target] = await bed.reachableSledIds()
    if (!target) return undefined
    const { id } = (await bed.machine()).spec
    return { id, make: (order) => bed.platform.instances.migrate(id, target, undefined, order) }
  }),
  call('instances.release', async (bed) => {
    const { id } = (await bed.machine()).spec
    return { id, make: (order) => bed.platform.instances.release(id, undefined, order) }
  }),
  call('networks.ensureVpc', async ({ platform }) => {
    const document = vpcDocument(newId(), 1)
    return { id: document.id, make: (order) => platform.networks.ensureVpc(document, undefined, order) }
  }),
  call('networks.deleteVpc', async ({ platform }) => {
    const document = vpcDocument(newId(), 1)
    await platform.networks.ensureVpc(document)
    return { id: document.id, make: (order) => platform.networks.deleteVpc(document.id, undefined, order) }
  }),
  call('hardware.ensureRelease', async (bed) => {
    const [id] = await bed.reachableSledIds()
    if (!bed.platform.capabilities.updates || !id) return undefined
    return { id, make: (order) => bed.platform.hardware.ensureRelease(id, release('2.0.0'), undefined, order) }
  }),
  call('settle', async ({ platform }) => {
    const id = newId()
    return { id, make: (order) => platform.settle(id, undefined, order) }
  }),
]

const stateOf = async ({ platform }: Bed) => ({
  stored: await platform.volumes.list(),
  machines: (await platform.instances.list()).instances.map(({ instanceId, runId, sledId }) => [
    instanceId,
    runId,
    sledId,
  ]),
  networks: await platform.networks.list(),
})

/** Calls that come late. */
export function describeOrders(under: PlatformUnderTest): void {
  const test = onSite(under)

  describe.each(calls)('$name', ({ prepare }) => {
    test('with an earlier order is refused and changes nothing; the present one is not', async (bed) => {
      const prepared = await prepare(bed)
      if (!prepared) return
      const { id, make } = prepared
      await bed.platform.settle(id, undefined, PRESENT)
      const before = await stateOf(bed)
      await rejects(make(EARLIER), 'outdated')
      expect(await stateOf(bed)).toEqual(before)
      await make(PRESENT)
      // One that names no order is older than all.
      await rejects(bed.platform.settle(id), 'outdated')
    })
  })

  test('orders outlive the process, also of what was deleted', async (bed) => {
    const [volume, machine] = [await bed.volume(), await bed.machineSpec()]
    await bed.platform.volumes.deleteVolume(volume.id, undefined, PRESENT)
    await bed.platform.instances.release(machine.id, undefined, PRESENT)
    bed.desired = { ...bed.desired, volumes: bed.desired.volumes.filter(({ id }) => id !== volume.id) }
    for (const end of ['killed', 'closed'] as const) {
      await bed.restart(end)
      await rejects(bed.platform.volumes.ensureVolume(volume, undefined, EARLIER), 'outdated')
      await rejects(bed.platform.instances.start(machine, undefined, EARLIER), 'outdated')
    }
    const run = await bed.platform.instances.start(machine, undefined, LATER)
    bed.keepMachine(machine, run)
    await bed.restart('killed')
    expect((await bed.platform.instances.list()).instances).toMatchObject([{ runId: run.runId, order: LATER }])
  })

  test('a machine is listed with its order: stopRun with it is refused after a later call', async (bed) => {
    const spec = await bed.machineSpec()
    const { runId } = await bed.platform.instances.start(spec, undefined, PRESENT)
    const [listed] = (await bed.platform.instances.list()).instances
    expect(listed?.order).toBe(PRESENT)
    // It runs, and is unchanged.
    await bed.platform.instances.start(spec, undefined, LATER)
    await rejects(bed.platform.instances.stopRun(spec.id, runId, undefined, listed?.order), 'outdated')
    expect(await bed.listed(spec.id)).toMatchObject([{ runId }])
  })

  test('a start begins one run: repeated, it gives that run, also when that has ended by itself', async (bed) => {
    const spec = await bed.machineSpec()
    const { runId } = await bed.platform.instances.start(spec, undefined, PRESENT)
    await bed.site.controls.crashMachine(spec.id)
    await bed.event('instance-failed', spec.id)
    expect(await bed.platform.instances.start(spec, undefined, PRESENT)).toMatchObject({ runId })
    expect(await bed.listed(spec.id)).toEqual([])
    const next = await bed.platform.instances.start(spec, undefined, LATER)
    expect(next.runId).not.toBe(runId)
    expect(await bed.listed(spec.id)).toMatchObject([{ runId: next.runId }])
  })

  test('a document of a VPC is refused after a later deletion', async (bed) => {
    const id = newId()
    await bed.platform.networks.ensureVpc(vpcDocument(id, 1), undefined, EARLIER)
    await bed.platform.networks.deleteVpc(id, undefined, PRESENT)
    await rejects(bed.platform.networks.ensureVpc(vpcDocument(id, 2), undefined, EARLIER), 'outdated')
    expect(await bed.site.controls.vpcInForce(id)).toBeUndefined()
  })
}
