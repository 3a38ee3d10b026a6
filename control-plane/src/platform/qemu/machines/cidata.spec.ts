import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { instanceSpec } from '../../conformance/declared.ts'
import { cidataImage } from './cidata.ts'
import { fatImage } from './fat-image.ts'

const run = promisify(execFile)

/** Reads files of an image with mtools: an implementation of FAT that is not ours. */
async function opened(image: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'fat-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'image')
  await writeFile(path, image)
  return {
    label: async () => (await run('mlabel', ['-s', '-i', path, '::'])).stdout.trim(),
    read: async (name: string) => {
      const { stdout } = await run('mtype', ['-i', path, `::${name}`], { encoding: 'buffer', maxBuffer: 2 ** 26 })
      return new Uint8Array(stdout)
    },
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('has the files of cloud-init under its label', async () => {
  const nic = { id: 'n', name: 'net0', mac: 'A8:40:25:F0:00:01', ip: '10.0.0.5', prefixLength: 24, primary: true }
  const other = { ...nic, mac: 'A8:40:25:F0:00:02', ip: 'fd00::5', primary: false }
  const spec = {
    ...instanceSpec(crypto.randomUUID(), 'sled', []),
    nics: [nic, other],
    sshPublicKeys: ['ssh-ed25519 AA'],
  }
  const volume = await opened(cidataImage(spec))
  expect(await volume.label()).toContain('CIDATA')
  expect(text(await volume.read('meta-data'))).toBe(
    `instance-id: "${spec.id}"\nlocal-hostname: "web-1"\npublic-keys: ["ssh-ed25519 AA"]\n`,
  )
  expect(await volume.read('user-data')).toEqual(spec.userData)
  expect(JSON.parse(text(await volume.read('network-config')))).toEqual({
    version: 2,
    ethernets: {
      nic0: { match: { macaddress: 'a8:40:25:f0:00:01' }, dhcp4: true, dhcp6: false },
      nic1: { match: { macaddress: 'a8:40:25:f0:00:02' }, dhcp4: false, dhcp6: true, optional: true },
    },
  })
})

test('a host name or key with a line break adds no value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (hostname, key) => {
      const spec = { ...instanceSpec(crypto.randomUUID(), 'sled', []), hostname, sshPublicKeys: [key] }
      const image = Buffer.from(cidataImage(spec).subarray(0, 2 ** 17)).toString('latin1')
      expect(image.match(/^public-keys: /gm)).toHaveLength(1)
    }),
    { numRuns: 20 },
  )
})

test('files of all lengths come back as they are', async () => {
  const lengths = [0, 1, 511, 512, 513, 40_000]
  const files = lengths.map((length, index) => ({
    name: `a file with a name of some length ${index}`,
    bytes: Uint8Array.from({ length }, (_, at) => (at * 7 + index) % 256),
  }))
  const volume = await opened(fatImage({ label: 'TEST', sizeBytes: 4 * 2 ** 20, files }))
  for (const { name, bytes } of files) expect(await volume.read(name)).toEqual(bytes)
})

test.each([1, 64])('a file system of %i MiB is refused: it would not be FAT16', (mebibytes) => {
  expect(() => fatImage({ label: 'TEST', sizeBytes: mebibytes * 2 ** 20, files: [] })).toThrow(RangeError)
})

test('more than fits is refused', () => {
  const files = [{ name: 'large', bytes: new Uint8Array(5 * 2 ** 20) }]
  expect(() => fatImage({ label: 'TEST', sizeBytes: 4 * 2 ** 20, files })).toThrow(RangeError)
})
