import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { instanceSpec } from '../../../conformance/declared.ts'
import type { InstanceNic, InstanceSpec } from '../../../interface/instances.ts'
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
    label: async () => (await run('blkid', ['-o', 'value', '-s', 'LABEL', path])).stdout.trim(),
    names: async () => (await run('mdir', ['-b', '-i', path, '::'])).stdout.trim().split('\n'),
    read: async (name: string) => {
      const { stdout } = await run('mtype', ['-i', path, `::${name}`], { encoding: 'buffer', maxBuffer: 2 ** 26 })
      return new Uint8Array(stdout)
    },
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const nic = { id: 'n', name: 'net0', mac: 'A8:40:25:F0:00:01', ip: '10.0.0.5', prefixLength: 24, primary: true }
const specWith = (fields: Partial<InstanceSpec>) => ({ ...instanceSpec(crypto.randomUUID(), 'sled', []), ...fields })

test('has the files of cloud-init under its label, in lower case', async () => {
  const spec = specWith({ nics: [nic], sshPublicKeys: ['ssh-ed25519 AA'] })
  const volume = await opened(cidataImage(spec))
  expect(await volume.label()).toBe('cidata')
  expect(await volume.read('user-data')).toEqual(spec.userData)
})

test('the meta data is JSON with a line for each value', async () => {
  const spec = specWith({ nics: [nic], sshPublicKeys: ['ssh-ed25519 AA'] })
  const metaData = text(await (await opened(cidataImage(spec))).read('meta-data'))
  const values = { 'instance-id': spec.id, 'local-hostname': 'web-1', 'public-keys': ['ssh-ed25519 AA'] }
  expect(JSON.parse(metaData)).toEqual(values)
  expect(metaData.split('\n')).toContain(' "local-hostname": "web-1",')
})

test.each([
  ['one IPv4 interface', [nic]],
  ['no interface', []],
])('%s needs no configuration of the network', async (_which, nics) => {
  const volume = await opened(cidataImage(specWith({ nics })))
  expect(await volume.names()).toEqual(['::/meta-data', '::/user-data'])
})

test('other interfaces have names of their own, which the first cloud-init that reads them needs', async () => {
  const other = { ...nic, mac: 'A8:40:25:F0:00:02', ip: 'fd00::5', primary: false }
  const networkConfig = async (nics: InstanceNic[]) =>
    JSON.parse(text(await (await opened(cidataImage(specWith({ nics })))).read('network-config')))
  const first = { match: { macaddress: 'a8:40:25:f0:00:01' }, 'set-name': 'nic0', dhcp4: true, dhcp6: false }
  const second = { match: { macaddress: 'a8:40:25:f0:00:02' }, dhcp4: false, dhcp6: true }
  expect(await networkConfig([nic, other])).toEqual({
    version: 2,
    ethernets: { nic0: first, nic1: { ...second, 'set-name': 'nic1', optional: true } },
  })
  expect(await networkConfig([{ ...other, primary: true }])).toEqual({
    version: 2,
    ethernets: { nic0: { ...second, 'set-name': 'nic0' } },
  })
})

test('a host name or key with a line break adds no value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (hostname, key) => {
      const image = Buffer.from(cidataImage(specWith({ hostname, sshPublicKeys: [key] })).subarray(0, 2 ** 17))
      expect(image.toString('latin1').match(/^ "public-keys": /gm)).toHaveLength(1)
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
