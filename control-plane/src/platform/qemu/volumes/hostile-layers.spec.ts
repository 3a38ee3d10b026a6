import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { imageSpec } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import { isEmptyOverlay } from './chain-reader.ts'
import { Converter } from './convert.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const run = promisify(execFile)
const MiB = 2 ** 20
const BLOCK = 65_536
const SECRET = 'a secret of the server '.repeat(BLOCK)
const never = new AbortController().signal

let site: VolumeSite
let scratch: string
let secret: string
beforeEach(async () => {
  site = await VolumeSite.open()
  scratch = await mkdtemp(join(tmpdir(), 'skerry-qemu-hostile-'))
  secret = join(scratch, 'secret')
})
afterEach(async () => {
  await site.dispose()
  await rm(scratch, { recursive: true })
})

/** Overwrites bytes of a file. */
async function patch(path: string, offset: number, bytes: Buffer): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(bytes, 0, bytes.length, offset)
}

/** A number of the header, of 4 or 8 bytes. */
function number(value: bigint, length: 4 | 8): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes.subarray(8 - length)
}

/** What a QEMU that was taken over writes over the overlay that it has open. */
const HEADERS: { name: string; write: (path: string) => Promise<unknown> }[] = [
  {
    name: 'an external data file',
    write: async (path) => {
      await run('qemu-img', ['create', '-q', '-f', 'qcow2', '-o', `data_file=${secret},data_file_raw=on`, path, '64M'])
      await writeFile(secret, SECRET)
    },
  },
  {
    name: 'a backing file of the host',
    write: (path) => run('qemu-img', ['create', '-q', '-f', 'qcow2', '-F', 'raw', '-b', secret, path, '64M']),
  },
  { name: 'an L1 table of 32 GiB', write: (path) => patch(path, 36, number(0xffff_ffffn, 4)) },
  { name: 'clusters of one byte', write: (path) => patch(path, 20, number(0n, 4)) },
  { name: 'a billion snapshots', write: (path) => patch(path, 60, number(2n ** 30n, 4)) },
  { name: 'encryption', write: (path) => patch(path, 32, number(2n, 4)) },
  { name: 'unknown features', write: (path) => patch(path, 72, number(2n ** 40n, 8)) },
  { name: 'extended L2 entries', write: (path) => patch(path, 72, number(16n, 8)) },
  { name: 'no qcow2 file', write: (path) => writeFile(path, SECRET) },
]

describe.each(HEADERS)('a layer to which a machine has written $name', ({ write }) => {
  let volumeId: string
  let path: string
  const refused = expect.objectContaining({ kind: 'permanent' })

  beforeEach(async () => {
    await writeFile(secret, SECRET)
    volumeId = await site.disk()
    await site.snapshot(volumeId)
    path = await site.volumes.newestFile(volumeId)
    await run('qemu-io', ['-f', 'qcow2', '-c', `write -P 7 0 ${BLOCK}`, path])
  })

  /** Nothing that the server stores has the secret in it. */
  async function staysSecret(): Promise<void> {
    const folder = join(site.folder, 'layers')
    for (const name of await readdir(folder)) {
      if (join(folder, name) === path) continue
      expect((await readFile(join(folder, name))).includes('a secret of')).toBe(false)
    }
  }

  test('is refused when it is copied, merged, read or opened by a machine, also by the next process', async () => {
    await write(path)
    const chain = await chainOf()
    for (const layer of chain) await chmod(layer.path, 0o600)
    const converter = new Converter({ user: undefined }, async () => {}, never)
    const copy = join(site.folder, 'layers', 'copy')
    await expect(converter.copy(chain, copy, 64 * MiB, new AbortController().signal)).rejects.toEqual(refused)
    await expect(converter.commit(chain, never)).rejects.toEqual(refused)
    await staysSecret()
    await expect(isEmptyOverlay(path)).rejects.toEqual(refused)
    const open = () => site.volumes.withChains([volumeId], async () => {})
    for (const restart of [async () => {}, () => site.restart('killed')]) {
      await restart()
      await expect(site.volumes.read(volumeId, 0, BLOCK)).rejects.toEqual(refused)
      await expect(open()).rejects.toEqual(refused)
    }
  })

  test('is in no snapshot', async () => {
    await write(path)
    await expect(site.snapshot(volumeId)).rejects.toEqual(refused)
    await staysSecret()
  })

  test('after its snapshot is in no image and no disk that is made of that', async () => {
    const taken = await site.snapshot(volumeId)
    // By what it has open.
    await chmod(path, 0o600)
    await write(path)
    const image = { ...imageSpec(taken), id: newId(), sizeBytes: 64 * MiB }
    await site.volumes.ensureImage(image)
    const disks = [
      volumeId,
      await site.disk({ kind: 'snapshot', id: taken }),
      await site.disk({ kind: 'image', id: image.id }),
    ]
    for (const id of [taken, image.id, ...disks]) await expect(site.volumes.read(id, 0, BLOCK)).rejects.toEqual(refused)
    for (const id of disks) await expect(site.volumes.withChains([id], async () => {})).rejects.toEqual(refused)
    await staysSecret()
  })

  /** As a driver knows it that has read the headers before. */
  async function chainOf() {
    const { layer } = JSON.parse(await readFile(join(site.folder, 'volumes', `${volumeId}.json`), 'utf8'))
    const folder = join(site.folder, 'layers')
    const [base] = (await readdir(folder)).filter((name) => name.endsWith('.raw'))
    return [
      { path: join(folder, layer), format: 'qcow2' as const },
      { path: join(folder, base!), format: 'raw' as const },
    ]
  }
})
