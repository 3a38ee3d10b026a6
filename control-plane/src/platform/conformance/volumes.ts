import { describe, expect } from 'vitest'
import { type Bed, imageSpec, onSite, rejects } from './bed.ts'
import { MiB, newId, volumeSpec } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const CALLERS = 32
const BLOCK = 8192
/** A block in which no byte is zero, different for each seed. */
const block = (seed: number, length = BLOCK) => Uint8Array.from({ length }, (_, at) => 1 + ((at * 7 + seed) % 251))
const zeros = new Uint8Array(BLOCK)

/** Volumes: imports, attachments and full storage. */
export function describeVolumes(under: PlatformUnderTest): void {
  const test = onSite(under)
  const readBlock = (bed: Bed, id: string, offset = 0) => bed.platform.volumes.read(id, offset, BLOCK)
  const holds = async (bed: Bed, id: string, bytes: Uint8Array, offset = 0) =>
    expect(Buffer.compare(await readBlock(bed, id, offset), bytes)).toBe(0)

  describe('an import', () => {
    test('stores bytes at any offset, in any order, several at once', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      const places = Array.from({ length: CALLERS }, (_, at) => ({ seed: at, offset: at * 2 * BLOCK + 512 }))
      await Promise.all(
        places.toReversed().map(({ seed, offset }) => bed.platform.volumes.write(id, 1, offset, block(seed))),
      )
      for (const { seed, offset } of places) {
        await holds(bed, id, block(seed), offset)
        await holds(bed, id, zeros, offset + BLOCK)
      }
    })

    test('is overwritten by later bytes, where they are', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      await bed.platform.volumes.write(id, 1, 0, block(1))
      await bed.platform.volumes.write(id, 1, 512, block(2, 1024))
      const expected = block(1)
      expected.set(block(2, 1024), 512)
      await holds(bed, id, expected)
    })

    test('reads as zeros where nothing was written, to its last byte', async (bed) => {
      const spec = await bed.volume({ kind: 'import' })
      await holds(bed, spec.id, zeros, spec.sizeBytes - BLOCK)
      await bed.platform.volumes.write(spec.id, 1, spec.sizeBytes - BLOCK, block(3))
      await holds(bed, spec.id, block(3), spec.sizeBytes - BLOCK)
    })

    test('refuses writes of ended generations, not later ones', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      const { volumes } = bed.platform
      await volumes.write(id, 2, 0, block(1))
      await volumes.endWrites(id, 2)
      await volumes.endWrites(id, 1)
      await rejects(volumes.write(id, 2, 0, block(2)), 'outdated')
      await rejects(volumes.write(id, 1, 0, block(2)), 'outdated')
      await holds(bed, id, block(1))
      await volumes.write(id, 3, 0, block(3))
      await holds(bed, id, block(3))
    })

    test('has no write running once the end of its generation resolves', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      const { volumes } = bed.platform
      const writes = Array.from({ length: CALLERS }, (_, seed) => volumes.write(id, 1, 0, block(seed)))
      const settled = Promise.allSettled(writes)
      await volumes.endWrites(id, 1)
      const then = await readBlock(bed, id)
      for (const result of await settled)
        if (result.status === 'rejected') await rejects(Promise.reject(result.reason), 'outdated')
      await holds(bed, id, then)
    })

    test('has no write running once its deletion resolves', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      const { volumes } = bed.platform
      const writes = Array.from({ length: CALLERS }, (_, seed) => volumes.write(id, 1, seed * BLOCK, block(seed)))
      const settled = Promise.allSettled(writes)
      await volumes.deleteVolume(id)
      for (const result of await settled)
        if (result.status === 'rejected') expect(['outdated', 'gone']).toContain(result.reason.kind)
      await rejects(volumes.write(id, 2, 0, block(1)), 'gone')
    })

    test('that is finalized refuses writes of any generation and keeps its bytes', async (bed) => {
      const { id } = await bed.volumeOf(block(1))
      await rejects(bed.platform.volumes.write(id, 9, 0, block(2)), 'outdated')
      await holds(bed, id, block(1))
    })

    test('that is finalized is durable: its bytes are there after the end of the process', async (bed) => {
      const { id } = await bed.volumeOf(block(1))
      await bed.restart('killed')
      await holds(bed, id, block(1))
      await rejects(bed.platform.volumes.write(id, 9, 0, block(2)), 'outdated')
    })

    test('that is not finalized continues after the end of the process', async (bed) => {
      const { id } = await bed.volume({ kind: 'import' })
      await bed.restart('killed')
      await bed.platform.volumes.write(id, 1, 0, block(1))
      await bed.platform.volumes.finalizeImport(id)
      await holds(bed, id, block(1))
    })
  })

  test('a volume that is not an import cannot be written', async (bed) => {
    const { id } = await bed.volume()
    await rejects(bed.platform.volumes.write(id, 1, 0, block(1)), 'outdated')
    await bed.platform.volumes.finalizeImport(id)
    await holds(bed, id, zeros)
  })

  describe('full storage', () => {
    test('rejects with no-space, leaves nothing, and takes the same call once there is room', async (bed) => {
      const { volumes } = bed.platform
      const source = await bed.volumeOf(block(1))
      const snapshot = await bed.snapshot(source.id)
      const imported = await bed.volume({ kind: 'import' })
      const copies = [volumeSpec(newId()), volumeSpec(newId(), { kind: 'snapshot', id: snapshot.id })]
      const [taken, image] = [{ id: newId(), volumeId: source.id }, imageSpec(snapshot.id)]
      const calls = [
        ...copies.map((spec) => () => volumes.ensureVolume(spec)),
        () => volumes.ensureSnapshot(taken),
        () => volumes.ensureImage(image),
        () => volumes.write(imported.id, 1, 0, block(2)),
      ]
      const makeRoom = await bed.site.controls.fillStorage()
      for (const call of calls) await rejects(call(), 'no-space')
      for (const { id } of [...copies, taken, image]) await rejects(readBlock(bed, id), 'gone')
      await holds(bed, imported.id, zeros)
      await makeRoom()
      for (const call of calls) await call()
      for (const { id } of [copies[1]!, taken, image]) await holds(bed, id, block(1))
    })
  })

  describe('an attachment', () => {
    test('is to one instance at a time, and is ended only from that one', async (bed) => {
      const { id } = await bed.volume()
      const [one, other] = [newId(), newId()]
      const { volumes } = bed.platform
      await volumes.ensureAttached(id, one)
      await rejects(volumes.ensureAttached(id, other), 'permanent')
      await volumes.ensureDetached(id, other)
      await rejects(volumes.ensureAttached(id, other), 'permanent')
      await volumes.ensureDetached(id, one)
      await volumes.ensureAttached(id, other)
    })

    test(`goes to one of ${CALLERS} instances that want the same volume`, async (bed) => {
      const { id } = await bed.volume()
      const results = await Promise.allSettled(
        Array.from({ length: CALLERS }, () => bed.platform.volumes.ensureAttached(id, newId())),
      )
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(CALLERS - 1)
      for (const { reason } of refused) await rejects(Promise.reject(reason), 'permanent')
    })

    test('is kept over the end of the process', async (bed) => {
      const [spec, instanceId] = [await bed.volume(), newId()]
      await bed.platform.volumes.ensureAttached(spec.id, instanceId)
      bed.keepVolume(spec, true, instanceId)
      await bed.restart('killed')
      await rejects(bed.platform.volumes.ensureAttached(spec.id, newId()), 'permanent')
      await bed.platform.volumes.ensureAttached(spec.id, instanceId)
    })

    test('is to any number of volumes', async (bed) => {
      const instanceId = newId()
      const volumes = await Promise.all(Array.from({ length: 12 }, () => bed.volume()))
      await Promise.all(volumes.map(({ id }) => bed.platform.volumes.ensureAttached(id, instanceId)))
      for (const { id } of volumes) await rejects(bed.platform.volumes.ensureAttached(id, newId()), 'permanent')
    })
  })

  test('a volume that fails is reported, and its calls reject with permanent', async (bed) => {
    const { id } = await bed.volumeOf(block(1))
    await bed.site.controls.breakVolume(id)
    const { reason } = await bed.event('volume-faulted', id)
    expect(reason).not.toBe('')
    await rejects(readBlock(bed, id), 'permanent')
    await rejects(bed.platform.volumes.ensureSnapshot({ id: newId(), volumeId: id }), 'permanent')
    await bed.platform.volumes.deleteVolume(id)
    await rejects(readBlock(bed, id), 'gone')
    expect(bed.eventsOf(id)).toHaveLength(1)
  })

  test('volumes of each block size and of a whole gibibyte can be made', async (bed) => {
    for (const blockSize of [512, 2048, 4096] as const) {
      const spec = { ...volumeSpec(), blockSize, sizeBytes: 1024 * MiB, source: { kind: 'import' as const } }
      await bed.platform.volumes.ensureVolume(spec)
      await bed.platform.volumes.write(spec.id, 1, spec.sizeBytes - BLOCK, block(1))
      await holds(bed, spec.id, block(1), spec.sizeBytes - BLOCK)
    }
  })
}
