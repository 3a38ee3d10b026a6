import { describe, expect } from 'vitest'
import type { ImageSpec } from '../interface/volumes.ts'
import { type Bed, imageSpec, onSite, rejects } from './bed.ts'
import { newId, volumeSpec } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'

const CALLERS = 32
const BLOCK = 8192
/** A block in which no byte is zero, different for each seed. */
const block = (seed: number) => Uint8Array.from({ length: BLOCK }, (_, at) => 1 + ((at * 7 + seed) % 251))
const zeros = new Uint8Array(BLOCK)

/** An image of a stream of these chunks, which then fails if there is a failure. */
function streamed(chunks: readonly Uint8Array[], failure?: Error): ImageSpec {
  async function* open() {
    yield* chunks
    if (failure) throw failure
  }
  return { ...imageSpec(newId()), sizeBytes: 4 * BLOCK, source: { kind: 'content', siloId: newId(), open } }
}

/** Snapshots and images. */
export function describeImages(under: PlatformUnderTest): void {
  const test = onSite(under)
  const readBlock = (bed: Bed, id: string, offset = 0) => bed.platform.volumes.read(id, offset, BLOCK)
  const holds = async (bed: Bed, id: string, bytes: Uint8Array, offset = 0) =>
    expect(Buffer.compare(await readBlock(bed, id, offset), bytes)).toBe(0)

  describe('snapshots and images', () => {
    test('do not change with their source', async (bed) => {
      const source = await bed.volume({ kind: 'import' })
      await bed.platform.volumes.write(source.id, 1, 0, block(1))
      const snapshot = await bed.snapshot(source.id)
      await bed.platform.volumes.write(source.id, 1, 0, block(2))
      await holds(bed, snapshot.id, block(1))
      const image = await bed.image(snapshot.id)
      const copy = await bed.volume({ kind: 'snapshot', id: snapshot.id })
      await holds(bed, image.id, block(1))
      await holds(bed, copy.id, block(1))
      await holds(bed, source.id, block(2))
    })

    test('outlive their source', async (bed) => {
      const { volumes } = bed.platform
      const source = await bed.volumeOf(block(1))
      const snapshot = await bed.snapshot(source.id)
      await volumes.deleteVolume(source.id)
      await holds(bed, snapshot.id, block(1))
      const [image, fromSnapshot] = [
        await bed.image(snapshot.id),
        volumeSpec(newId(), { kind: 'snapshot', id: snapshot.id }),
      ]
      await volumes.ensureVolume(fromSnapshot)
      await volumes.deleteSnapshot(snapshot.id)
      const fromImage = volumeSpec(newId(), { kind: 'image', id: image.id })
      await volumes.ensureVolume(fromImage)
      await volumes.deleteImage(image.id)
      for (const { id } of [fromSnapshot, fromImage]) await holds(bed, id, block(1))
      // An image that exists does not need its source again.
      await volumes.ensureVolume(fromSnapshot)
      await volumes.ensureVolume(fromImage)
    })

    test('reject once their source is gone', async (bed) => {
      const { volumes } = bed.platform
      const source = await bed.volumeOf(block(1))
      const snapshot = await bed.snapshot(source.id)
      const image = await bed.image(snapshot.id)
      await volumes.deleteImage(image.id)
      await volumes.deleteSnapshot(snapshot.id)
      await volumes.deleteVolume(source.id)
      await rejects(volumes.ensureVolume(volumeSpec(newId(), { kind: 'image', id: image.id })), 'gone')
      await rejects(volumes.ensureImage(imageSpec(snapshot.id)), 'gone')
      await rejects(volumes.ensureSnapshot({ id: newId(), volumeId: source.id }), 'gone')
    })

    test('are whole or not there when their source is deleted meanwhile', async (bed) => {
      const { volumes } = bed.platform
      const source = await bed.volumeOf(block(1))
      const snapshots = Array.from({ length: CALLERS }, () => ({ id: newId(), volumeId: source.id }))
      const taken = Promise.allSettled(snapshots.map((snapshot) => volumes.ensureSnapshot(snapshot)))
      await volumes.deleteVolume(source.id)
      for (const [at, result] of (await taken).entries()) {
        const { id } = snapshots[at]!
        if (result.status === 'fulfilled') await holds(bed, id, block(1))
        else {
          await rejects(Promise.reject(result.reason), 'gone')
          await rejects(readBlock(bed, id), 'gone')
        }
      }
    })

    test('are there after the end of the process', async (bed) => {
      const source = await bed.volumeOf(block(1))
      const snapshot = await bed.snapshot(source.id)
      const image = await bed.image(snapshot.id)
      await bed.restart('killed')
      for (const { id } of [source, snapshot, image]) await holds(bed, id, block(1))
      expect(bed.events).toEqual([])
    })

    test('of a volume that cannot be copied reject with permanent and leave nothing', async (bed) => {
      const { breakSnapshots } = bed.site.controls
      const source = await bed.volumeOf(block(1))
      if (!breakSnapshots) return
      const mend = await breakSnapshots(source.id)
      const spec = { id: newId(), volumeId: source.id }
      await rejects(bed.platform.volumes.ensureSnapshot(spec), 'permanent')
      await rejects(readBlock(bed, spec.id), 'gone')
      await mend()
      await bed.platform.volumes.ensureSnapshot(spec)
      await holds(bed, spec.id, block(1))
    })
  })

  describe('an image of a stream', () => {
    test('has its bytes, in chunks of any size, and zeros after them', async (bed) => {
      const bytes = block(1)
      const spec = streamed([bytes.slice(0, 1), bytes.slice(1, 700), new Uint8Array(), bytes.slice(700)])
      await bed.platform.volumes.ensureImage(spec)
      await holds(bed, spec.id, bytes)
      await holds(bed, spec.id, zeros, BLOCK)
      const copy = await bed.volume({ kind: 'image', id: spec.id })
      await holds(bed, copy.id, bytes)
    })

    test('may be full to its last byte', async (bed) => {
      const spec = streamed([block(1), block(2), block(3), block(4)])
      await bed.platform.volumes.ensureImage(spec)
      await holds(bed, spec.id, block(4), 3 * BLOCK)
    })

    test('that fails is not kept, and is read from the start again', async (bed) => {
      const failure = new Error('The bytes are not the verified ones')
      const spec = streamed([block(1), block(2)], failure)
      await expect(bed.platform.volumes.ensureImage(spec)).rejects.toBe(failure)
      await rejects(readBlock(bed, spec.id), 'gone')
      await bed.platform.volumes.ensureImage({ ...streamed([block(3)]), id: spec.id })
      await holds(bed, spec.id, block(3))
      await holds(bed, spec.id, zeros, BLOCK)
    })

    test('that has more bytes than the image is refused and is not kept', async (bed) => {
      const spec = streamed([...Array.from({ length: 4 }, (_, seed) => block(seed)), new Uint8Array(1)])
      await rejects(bed.platform.volumes.ensureImage(spec), 'refused')
      await rejects(readBlock(bed, spec.id), 'gone')
    })

    test('does not need the stream once it is made', async (bed) => {
      const spec = streamed([block(1)])
      await bed.platform.volumes.ensureImage(spec)
      bed.desired = { ...bed.desired, images: [spec] }
      await bed.restart('killed')
      const open = () => {
        throw new Error('The stream was opened again')
      }
      await bed.platform.volumes.ensureImage({ ...spec, source: { kind: 'content', siloId: newId(), open } })
      await holds(bed, spec.id, block(1))
    })
  })

  test('an empty image reads as zeros, where machines boot from it', async (bed) => {
    const spec: ImageSpec = { ...imageSpec(newId()), source: { kind: 'empty' } }
    if (!bed.platform.capabilities.bootsEmptyImages) return
    await bed.platform.volumes.ensureImage(spec)
    await holds(bed, spec.id, zeros)
  })
}
