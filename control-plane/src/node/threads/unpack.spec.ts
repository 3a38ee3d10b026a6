import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type PackedFormat, packedFormat } from '@skerry/contract/rules/image-content.ts'
import { describe, expect, it } from 'vitest'
import { unpack } from './unpack.ts'

const MiB = 2 ** 20
const content = Buffer.concat([randomBytes(3 * MiB), Buffer.alloc(20 * MiB), randomBytes(1001)])
const NEVER = new AbortController().signal
const formats: readonly PackedFormat[] = ['gzip', 'xz', 'zstd', 'bzip2']
const pack = (format: PackedFormat, bytes: Buffer) =>
  execFileSync(format, ['-c'], { input: bytes, maxBuffer: 64 * MiB })
const inParts = (bytes: Buffer) => {
  const parts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  )
  return Readable.from(parts)
}
async function all(format: PackedFormat, packed: Buffer | AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of unpack(format, Buffer.isBuffer(packed) ? inParts(packed) : packed, NEVER)) parts.push(part)
  return Buffer.concat(parts)
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const rest = async (parts: AsyncIterator<Uint8Array>) => {
  while (!(await parts.next()).done);
}

describe.each(formats)('%s', (format) => {
  const packed = pack(format, content)
  const zeros = pack(format, Buffer.alloc(256 * MiB))

  it('is known by its first bytes, and unpacked', async () => {
    expect(packedFormat(packed)).toBe(format)
    expect(hash(await all(format, packed))).toBe(hash(content))
  })

  it('may have several parts, one after the other', async () => {
    const twice = Buffer.concat([pack(format, content.subarray(0, MiB)), pack(format, content.subarray(MiB))])
    expect(hash(await all(format, twice))).toBe(hash(content))
  })

  it('is refused when it is cut short or damaged', async () => {
    const refused = { kind: 'permanent', message: expect.stringMatching(`with ${format}, and cannot be unpacked: .`) }
    await expect(all(format, packed.subarray(0, packed.length - 100))).rejects.toMatchObject(refused)
    const damaged = Buffer.from(packed)
    damaged.fill(0xa5, MiB, MiB + 64)
    await expect(all(format, damaged)).rejects.toMatchObject(refused)
    await expect(all(format, damaged)).rejects.not.toThrow('EPIPE')
  })

  it('comes only as fast as it is read, and ends when no more is wanted', async () => {
    let read = 0
    async function* counted() {
      for await (const part of inParts(packed)) {
        read += (part as Buffer).length
        yield part as Buffer
      }
    }
    for await (const part of unpack(format, counted(), NEVER)) {
      expect(content.subarray(0, part.length).equals(part)).toBe(true)
      break
    }
    expect(read).toBeLessThan(packed.length)
  })

  it('ends with the reason of its signal', async () => {
    const cancelled = new Error('cancelled')
    const controller = new AbortController()
    const parts = unpack(format, inParts(packed), controller.signal)[Symbol.asyncIterator]()
    await parts.next()
    controller.abort(cancelled)
    await expect(rest(parts)).rejects.toBe(cancelled)
  })

  it('ends with the reason of its signal when all of a small file has been read', async () => {
    const cancelled = new Error('cancelled')
    const controller = new AbortController()
    const parts = unpack(format, inParts(zeros), controller.signal)[Symbol.asyncIterator]()
    await parts.next()
    controller.abort(cancelled)
    await expect(rest(parts)).rejects.toBe(cancelled)
  })

  it('fails with what its source fails with', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield packed.subarray(0, 1000)
      throw new Error('the source failed')
    }
    await expect(all(format, failing())).rejects.toThrow('the source failed')
  })
})
