import { expect } from 'vitest'
import type { ImageSpec, VolumeSource } from '../interface/volumes.ts'
import { type Bed, imageSpec, rejects } from './bed.ts'
import { newId, volumeSpec } from './declared.ts'
import type { CallUnderTest } from './every-call.ts'

const SECTOR = 512
const PATTERN = Uint8Array.from({ length: 4 * SECTOR }, (_, at) => 1 + (at % 251))

const first = (bed: Bed, id: string) => bed.platform.volumes.read(id, 0, PATTERN.length)
const holds = async (bed: Bed, id: string, bytes: Uint8Array) => expect(await first(bed, id)).toEqual(bytes)
const isGone = (bed: Bed, id: string) => rejects(first(bed, id), 'gone')
const zeros = new Uint8Array(PATTERN.length)

const creation = (
  name: string,
  source: (bed: Bed) => Promise<VolumeSource>,
  content: Uint8Array = PATTERN,
): CallUnderTest => ({
  name: `volumes.ensureVolume of ${name}`,
  prepare: async (bed) => {
    const spec = volumeSpec(newId(), await source(bed))
    return {
      make: (signal) => bed.platform.volumes.ensureVolume(spec, signal),
      verify: () => holds(bed, spec.id, content),
    }
  },
})

const snapshotOf = async (bed: Bed) => bed.snapshot((await bed.volumeOf(PATTERN)).id)
const imageOf = async (bed: Bed) => bed.image((await snapshotOf(bed)).id)

export const volumeCalls: readonly CallUnderTest[] = [
  creation('zeros', async () => ({ kind: 'blank' }), zeros),
  creation('an import', async () => ({ kind: 'import' }), zeros),
  creation('a snapshot', async (bed) => ({ kind: 'snapshot', id: (await snapshotOf(bed)).id })),
  creation('an image', async (bed) => ({ kind: 'image', id: (await imageOf(bed)).id })),
  {
    name: 'volumes.list',
    single: true,
    prepare: async (bed) => {
      const { id } = await bed.volume()
      return {
        make: (signal) => bed.platform.volumes.list(signal),
        verify: async () =>
          expect(await bed.platform.volumes.list()).toEqual({ volumes: [id], snapshots: [], images: [] }),
      }
    },
  },
  {
    name: 'volumes.deleteVolume',
    prepare: async (bed) => {
      const { id } = await bed.volumeOf(PATTERN)
      return { make: (signal) => bed.platform.volumes.deleteVolume(id, signal), verify: () => isGone(bed, id) }
    },
  },
  {
    name: 'volumes.write',
    prepare: async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      return {
        make: (signal) => bed.platform.volumes.write(id, 1, 0, PATTERN, signal),
        verify: () => holds(bed, id, PATTERN),
      }
    },
  },
  {
    name: 'volumes.read',
    prepare: async (bed) => {
      const { id } = await bed.volumeOf(PATTERN)
      return {
        make: (signal) => bed.platform.volumes.read(id, 0, PATTERN.length, signal),
        verify: () => holds(bed, id, PATTERN),
      }
    },
  },
  {
    name: 'volumes.finalizeImport',
    prepare: async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      await bed.platform.volumes.write(id, 1, 0, PATTERN)
      return {
        make: (signal) => bed.platform.volumes.finalizeImport(id, signal),
        verify: async () => {
          await rejects(bed.platform.volumes.write(id, 1, 0, zeros), 'outdated')
          await holds(bed, id, PATTERN)
        },
      }
    },
  },
  {
    name: 'volumes.ensureSnapshot',
    prepare: async (bed) => {
      const spec = { id: newId(), volumeId: (await bed.volumeOf(PATTERN)).id }
      return {
        make: (signal) => bed.platform.volumes.ensureSnapshot(spec, signal),
        verify: () => holds(bed, spec.id, PATTERN),
      }
    },
  },
  {
    name: 'volumes.deleteSnapshot',
    prepare: async (bed) => {
      const { id } = await snapshotOf(bed)
      return { make: (signal) => bed.platform.volumes.deleteSnapshot(id, signal), verify: () => isGone(bed, id) }
    },
  },
  {
    name: 'volumes.ensureImage of a stream',
    prepare: async (bed) => {
      const open = async function* () {
        yield PATTERN
      }
      const spec: ImageSpec = { ...imageSpec(newId()), source: { kind: 'content', siloId: newId(), open } }
      return {
        make: (signal) => bed.platform.volumes.ensureImage(spec, signal),
        verify: () => holds(bed, spec.id, PATTERN),
      }
    },
  },
  {
    name: 'volumes.ensureImage of a snapshot',
    prepare: async (bed) => {
      const spec = imageSpec((await snapshotOf(bed)).id)
      return {
        make: (signal) => bed.platform.volumes.ensureImage(spec, signal),
        verify: () => holds(bed, spec.id, PATTERN),
      }
    },
  },
  {
    name: 'volumes.deleteImage',
    prepare: async (bed) => {
      const { id } = await imageOf(bed)
      return { make: (signal) => bed.platform.volumes.deleteImage(id, signal), verify: () => isGone(bed, id) }
    },
  },
  {
    name: 'volumes.ensureAttached',
    prepare: async (bed) => {
      const [{ id }, instanceId] = [await bed.volume(), newId()]
      await bed.platform.instances.prepare(instanceId)
      return {
        make: (signal) => bed.platform.volumes.ensureAttached(id, instanceId, signal),
        verify: () => rejects(bed.platform.volumes.ensureAttached(id, newId()), 'permanent'),
      }
    },
  },
  {
    name: 'volumes.ensureDetached',
    prepare: async (bed) => {
      const [spec, instanceId] = [await bed.volume(), newId()]
      await bed.platform.volumes.ensureAttached(spec.id, instanceId)
      bed.keepVolume(spec, true, instanceId)
      return {
        make: (signal) => bed.platform.volumes.ensureDetached(spec.id, instanceId, signal),
        verify: () => bed.platform.volumes.ensureAttached(spec.id, newId()),
      }
    },
  },
]
