import { expect } from 'vitest'
import type { PlatformCapabilities } from '../interface/platform.ts'
import { imageSpec, onSite, rejects } from './bed.ts'
import { ASN, bfdSpec, newId, release, systemDocument } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

/** A platform that declares a capability offers its means; it refuses everything else. */
export function describeCapabilities(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('are the same after the end of the process', async (bed) => {
    const before: PlatformCapabilities = { ...bed.platform.capabilities }
    await bed.restart('killed')
    expect(bed.platform.capabilities).toEqual(before)
  })

  test('switches: there are some, with ports; or its lists are empty, whatever is declared', async (bed) => {
    const { hardware, systemNetwork, capabilities } = bed.platform
    const { switches } = await hardware.inventory()
    if (capabilities.switches) return expect(switches.some(({ ports }) => ports.length > 1)).toBe(true)
    expect(switches).toEqual([])
    await systemNetwork.ensure(systemDocument(2, { bfdSessions: [bfdSpec(newId(), '198.51.100.9')] }))
    expect((await systemNetwork.portLinks()).size).toBe(0)
    expect(await systemNetwork.bgpSessions()).toEqual([])
    expect(await systemNetwork.bgpHistory(ASN)).toEqual([])
    expect(await systemNetwork.bfdSessions()).toEqual([])
  })

  test('ports of hosts: none leads to a machine that does not run', async (bed) => {
    expect(await bed.platform.instances.portForwards(newId())).toEqual([])
  })

  test('firmware: machines start with what it has, and the other is refused for good', async (bed) => {
    const { instances, capabilities } = bed.platform
    for (const firmware of ['bios', 'efi'] as const) {
      const spec = { ...(await bed.machineSpec()), firmware }
      if (!capabilities[firmware]) await rejects(instances.start(spec), 'permanent')
      else await instances.start(spec)
      expect(await bed.listed(spec.id)).toHaveLength(capabilities[firmware] ? 1 : 0)
    }
  })

  test('addition of sleds: without it no sled waits to be added', async (bed) => {
    const { hardware, capabilities } = bed.platform
    if (!capabilities.sledAddition) expect((await hardware.inventory()).uninitializedSleds).toEqual([])
    await rejects(hardware.ensureSled(newId(), { part: 'NONE', serial: 'NONE' }), 'gone')
  })

  test('updates: without them a release is refused for good', async (bed) => {
    const [sledId] = await bed.reachableSledIds()
    const installed = bed.platform.hardware.ensureRelease(sledId!, release('6.0.0'))
    await (bed.platform.capabilities.updates ? installed : rejects(installed, 'permanent'))
  })

  test('empty images: without them one is refused for good', async (bed) => {
    const made = bed.platform.volumes.ensureImage({ ...imageSpec(newId()), source: { kind: 'empty' } })
    await (bed.platform.capabilities.bootsEmptyImages ? made : rejects(made, 'permanent'))
  })
}
