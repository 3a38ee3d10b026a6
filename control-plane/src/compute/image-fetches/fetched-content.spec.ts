import { execFileSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { FetchSite, image, sha256, SOON } from './fetch-fixtures.ts'

let site: FetchSite
let server: TestServer
beforeAll(async () => {
  site = await FetchSite.open()
  server = site.server
})
afterAll(() => site.close())

describe('what is in a file is known by its content', () => {
  const packers = ['gzip', 'xz', 'zstd', 'bzip2'] as const
  const pack = (program: string, bytes: Uint8Array) => execFileSync(program, ['-c'], { input: bytes })
  const headerOf = (magic: string, write: (fields: DataView) => void) => {
    const bytes = Buffer.alloc(4096)
    bytes.write(magic, 'latin1')
    write(new DataView(bytes.buffer, bytes.byteOffset))
    return bytes
  }
  const three = 3n * BigInt(GIB)
  const converted = {
    qcow2: headerOf('QFI\u00fb', (fields) => fields.setBigUint64(24, three)),
    VMDK: headerOf('KDMV', (fields) => fields.setBigUint64(12, three / 512n, true)),
    VHD: headerOf('conectix', (fields) => fields.setBigUint64(48, three)),
  }
  const served = (bytes: Uint8Array) => site.bodyOf(site.files.serve(site.fresh('/content'), bytes), sha256(bytes))
  const stored = (id: string, length: number) => server.plane.services.platform.volumes.read(id, 0, length)

  it.each(packers)('%s is unpacked; the checksum and the digest are those of the file', async (format) => {
    const packed = pack(format, image)
    const { id } = (await site.fetchImage(served(packed))).body
    expect(await site.ended(id)).toMatchObject({ size: GIB, digest: sha256(packed) })
    expect(image.equals(await stored(id, image.length))).toBe(true)
    expect(Buffer.concat([image, Buffer.alloc(512)]).equals(await stored(id, image.length + 512))).toBe(true)
  })

  it.each(Object.entries(converted))('%s has the size in its header, also when it is compressed', async (_, bytes) => {
    for (const file of [bytes, pack('xz', bytes)]) {
      const { id } = (await site.fetchImage(served(file))).body
      expect((await site.ended(id)).size).toBe(3 * GIB)
      expect(bytes.equals(await stored(id, bytes.length))).toBe(true)
    }
  })

  it('a fixed VHD has the size in its footer, which is cut', async () => {
    const footer = headerOf('conectix', (fields) => {
      fields.setBigUint64(48, BigInt(image.length - (image.length % 512)))
      fields.setUint32(60, 2)
    }).subarray(0, 512)
    const disk = image.subarray(0, image.length - (image.length % 512))
    for (const file of [Buffer.concat([disk, footer]), pack('gzip', Buffer.concat([disk, footer]))]) {
      const { id } = (await site.fetchImage(served(file))).body
      await site.ended(id)
      expect(Buffer.concat([disk, Buffer.alloc(512)]).equals(await stored(id, disk.length + 512))).toBe(true)
    }
  })

  it.each([
    ['an OVA', Buffer.from(`disk.ovf${'\0'.repeat(249)}ustar`), /tar archive, as an OVA is; unpack it/],
    ['a ZIP archive', Buffer.from('PK\x03\x04'), /ZIP archive; unpack it/],
    ['VHDX', Buffer.from('vhdxfile'), /VHDX is not supported; convert it/],
    ['a web page', Buffer.from('\ufeff\n<!DOCTYPE html>'), /web page, not a disk image/],
  ])('%s is refused before the rest is sent', async (_, start, reason) => {
    const begun: ServerResponse[] = []
    const url = site.files.serve(site.fresh('/refused'), (_request, answer) => {
      begun.push(answer)
      answer.writeHead(200, { 'content-length': 2 ** 20 })
      answer.write(Buffer.concat([start, Buffer.alloc(65_536)]))
    })
    expect(await site.failure(site.bodyOf(url))).toMatch(reason)
    await vi.waitFor(() => expect(begun[0]!.destroyed).toBe(true), SOON)
  })

  it('a compressed archive, and what is compressed twice, are refused', async () => {
    const tar = Buffer.from(`disk.ovf${'\0'.repeat(249)}ustar`.padEnd(1024, '\0'))
    expect(await site.failure(served(pack('gzip', tar)))).toMatch(/^the image is refused: it is a tar archive/)
    expect(await site.failure(served(pack('xz', pack('gzip', image))))).toMatch(/it is compressed with gzip/)
  })

  it('a compressed file that is damaged, or far larger than it looks, is refused', async () => {
    const damaged = pack('xz', image).subarray(0, 200_000)
    expect(await site.failure(served(damaged))).toMatch(/compressed with xz, and cannot be unpacked: ./)
    expect(await site.failure({ ...served(pack('xz', Buffer.alloc(GIB / 64))), size: 8 * 2 ** 20 })).toBe(
      'the file unpacks to more than 8 MiB: no larger image was asked for',
    )
  })
})
