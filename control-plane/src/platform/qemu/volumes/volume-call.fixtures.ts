import type { QemuVolumes } from './qemu-volumes.ts'

/** A call that can be passed to another process. */
export type VolumeCall = readonly [method: string, args: readonly unknown[]]

/** An image of this stream: two blocks of fives and sixes. */
export const STREAMED = 'ensureImage of a stream'
const BLOCK = 8192

async function* open(): AsyncIterable<Uint8Array> {
  yield new Uint8Array(BLOCK).fill(5)
  yield new Uint8Array(BLOCK).fill(6)
}

export async function makeCall(volumes: QemuVolumes, [method, args]: VolumeCall): Promise<void> {
  if (method === STREAMED) {
    const [id, sizeBytes] = args as [string, number]
    return volumes.ensureImage({ id, sizeBytes, blockSize: 512, source: { kind: 'content', siloId: 'silo', open } })
  }
  const calls = volumes as unknown as Record<string, (...args: readonly unknown[]) => Promise<void>>
  await calls[method]!(...args)
}
