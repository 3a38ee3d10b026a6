import { expect } from 'vitest'
import type { Bed } from './bed.ts'
import { newId, release, systemDocument, vpcDocument } from './declared.ts'
import type { CallUnderTest } from './every-call.ts'

const inForce = async (bed: Bed, id: string, generation: number | undefined) =>
  expect(await bed.site.controls.vpcInForce(id)).toBe(generation)

const nothingMore = async () => {}

/** The calls about networks, hardware, diagnostics and the platform itself. */
export const otherCalls: readonly CallUnderTest[] = [
  {
    name: 'networks.ensureVpc',
    prepare: async (bed) => {
      const document = vpcDocument(newId(), 3)
      return {
        make: (signal) => bed.platform.networks.ensureVpc(document, signal),
        verify: () => inForce(bed, document.id, 3),
      }
    },
  },
  {
    name: 'networks.deleteVpc',
    prepare: async (bed) => {
      const document = vpcDocument(newId(), 3)
      await bed.platform.networks.ensureVpc(document)
      bed.desired = { ...bed.desired, vpcs: [...bed.desired.vpcs, document] }
      return {
        make: (signal) => bed.platform.networks.deleteVpc(document.id, signal),
        verify: () => inForce(bed, document.id, undefined),
      }
    },
  },
  {
    name: 'networks.list',
    single: true,
    prepare: async (bed) => {
      const document = vpcDocument(newId(), 3)
      await bed.platform.networks.ensureVpc(document)
      bed.desired = { ...bed.desired, vpcs: [document] }
      return {
        make: (signal) => bed.platform.networks.list(signal),
        verify: async () => expect(await bed.platform.networks.list()).toEqual([document.id]),
      }
    },
  },
  {
    name: 'systemNetwork.ensure',
    single: true,
    prepare: async (bed) => ({
      make: (signal) => bed.platform.systemNetwork.ensure(systemDocument(7), signal),
      verify: async () => expect((await bed.platform.systemNetwork.portLinks()).size).toBe(0),
    }),
  },
  {
    name: 'hardware.inventory',
    single: true,
    prepare: async (bed) => ({ make: (signal) => bed.platform.hardware.inventory(signal), verify: nothingMore }),
  },
  {
    name: 'hardware.ensureSled',
    single: true,
    prepare: async (bed) => {
      const [seen] = (await bed.platform.hardware.inventory()).uninitializedSleds
      if (!seen) return undefined
      const id = newId()
      return {
        make: (signal) => bed.platform.hardware.ensureSled(id, seen.baseboard, signal),
        verify: async () => {
          const { sleds, uninitializedSleds } = await bed.platform.hardware.inventory()
          const { part, serial } = seen.baseboard
          const same = [...sleds, ...uninitializedSleds].filter(
            ({ baseboard }) => baseboard.part === part && baseboard.serial === serial,
          )
          expect(same).toMatchObject([{ id }])
        },
      }
    },
  },
  {
    name: 'hardware.ensureRelease',
    single: true,
    prepare: async (bed) => {
      if (!bed.platform.capabilities.updates) return undefined
      const [sled] = await bed.reachableSledIds()
      return {
        make: (signal) => bed.platform.hardware.ensureRelease(sled!, release('2.0.0'), signal),
        verify: nothingMore,
      }
    },
  },
  {
    name: 'diagnostics.gather',
    fresh: true,
    prepare: async (bed) => {
      const id = newId()
      return {
        make: (signal) => bed.platform.diagnostics.gather(id, signal),
        verify: async () => expect(await bed.platform.diagnostics.gather(id)).not.toEqual([]),
      }
    },
  },
  {
    name: 'restore',
    single: true,
    prepare: async (bed) => {
      const { spec, running } = await bed.machine()
      bed.keepVolume(await bed.volume())
      return {
        make: (signal) => bed.platform.restore(bed.desired, signal),
        verify: async () => {
          expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId }])
          expect(bed.events).toEqual([])
        },
      }
    },
  },
  {
    name: 'check',
    single: true,
    prepare: async (bed) => ({ make: (signal) => bed.platform.check(signal), verify: nothingMore }),
  },
]
