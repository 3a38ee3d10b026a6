import { expect } from 'vitest'
import type { Bed } from './bed.ts'
import { newId } from './declared.ts'
import type { CallUnderTest } from './every-call.ts'

const ended = async (bed: Bed, id: string) => expect(await bed.listed(id)).toEqual([])
const runsOnce = async (bed: Bed, id: string) => expect(await bed.listed(id)).toHaveLength(1)

export const instanceCalls: readonly CallUnderTest[] = [
  {
    name: 'instances.prepare',
    prepare: async (bed) => {
      const id = newId()
      return { make: (signal) => bed.platform.instances.prepare(id, signal), verify: () => ended(bed, id) }
    },
  },
  {
    name: 'instances.start',
    onMachine: true,
    prepare: async (bed) => {
      const spec = await bed.machineSpec()
      return {
        make: (signal) => bed.platform.instances.start(spec, signal).then(({ runId }) => runId),
        verify: () => runsOnce(bed, spec.id),
      }
    },
  },
  {
    name: 'instances.stop',
    onMachine: true,
    prepare: async (bed) => {
      const { id } = (await bed.machine()).spec
      return { make: (signal) => bed.platform.instances.stop(id, signal), verify: () => ended(bed, id) }
    },
  },
  {
    name: 'instances.powerOff',
    onMachine: true,
    prepare: async (bed) => {
      const { id } = (await bed.machine()).spec
      return { make: (signal) => bed.platform.instances.powerOff(id, signal), verify: () => ended(bed, id) }
    },
  },
  {
    name: 'instances.stopRun',
    onMachine: true,
    prepare: async (bed) => {
      const { spec, running } = await bed.machine()
      return {
        make: (signal) => bed.platform.instances.stopRun(spec.id, running.runId, signal),
        verify: () => ended(bed, spec.id),
      }
    },
  },
  {
    name: 'instances.list',
    single: true,
    onMachine: true,
    prepare: async (bed) => {
      const { id } = (await bed.machine()).spec
      return {
        make: (signal) => bed.platform.instances.list(signal).then(({ sledIds }) => sledIds),
        verify: () => runsOnce(bed, id),
      }
    },
  },
  {
    name: 'instances.reboot',
    onMachine: true,
    prepare: async (bed) => {
      const { spec, running } = await bed.machine()
      const request = newId()
      return {
        make: (signal) => bed.platform.instances.reboot(spec.id, request, signal).then(({ runId }) => runId),
        verify: async () => {
          const [now] = await bed.listed(spec.id)
          expect(now?.runId).not.toBe(running.runId)
          expect(await bed.platform.instances.reboot(spec.id, request)).toMatchObject({ runId: now?.runId })
        },
      }
    },
  },
  {
    name: 'instances.migrate',
    onMachine: true,
    prepare: async (bed) => {
      const [, target] = await bed.reachableSledIds()
      if (!target) return undefined
      const { spec, running } = await bed.machine()
      return {
        make: (signal) => bed.platform.instances.migrate(spec.id, target, signal),
        verify: async () => expect(await bed.listed(spec.id)).toMatchObject([{ runId: running.runId, sledId: target }]),
      }
    },
  },
  {
    name: 'instances.release',
    onMachine: true,
    prepare: async (bed) => {
      const { id } = (await bed.machine()).spec
      return { make: (signal) => bed.platform.instances.release(id, signal), verify: () => ended(bed, id) }
    },
  },
]
