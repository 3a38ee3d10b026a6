import { randomUUID } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArchivedArtifact } from '../../fleet/rack/updates/update-archives.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import {
  newPublisher,
  type Publisher,
  repositoryArchive,
  repositoryFiles,
  type RepositoryOptions,
  rootOf,
  zipOf,
} from '../../testing/update-repository.ts'
import { FileUpdateArchives } from './archives.ts'

const NOW = new Date('2026-01-01T00:00:00Z')

let publisher: Publisher
let folder: ReturnType<typeof temporaryFolder>
let archives: FileUpdateArchives
beforeEach(() => {
  publisher = newPublisher()
  folder = temporaryFolder()
  archives = new FileUpdateArchives(folder.path, { keepFreeBytes: 0 })
})
afterEach(async () => {
  await archives.close()
  folder.remove()
})

const bodyOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream()
const receive = (bytes: Uint8Array, roots: readonly unknown[] = [publisher.rootRole], now = NOW) =>
  archives.receive(bodyOf(bytes), roots, now)

/** Why it is refused; nothing is left of it then. */
async function refusal(bytes: Uint8Array, roots?: readonly unknown[]): Promise<string> {
  const error = await receive(bytes, roots).then(
    () => new Error('it was received'),
    (problem: Error) => problem,
  )
  expect(await readdir(folder.path)).toEqual([])
  expect(error).toMatchObject({ status: 400 })
  return error.message
}
const refusalOf = async (options: RepositoryOptions) => refusal(await repositoryArchive(publisher, options))

/** A name in the archive as whoever makes it wants it: libraries write no such names. Of the same length. */
function renamed(archive: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(archive)
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'latin1')
  return copy
}

it('keeps a repository that verifies, and answers what it says', async () => {
  const artifacts = {
    image: { content: Buffer.from('bytes') },
    boot: { content: Buffer.from('x'), kind: 'switch_boot' },
  }
  const expires = { snapshot: '2030-06-01T00:00:00Z' }
  const received = await receive(await repositoryArchive(publisher, { systemVersion: '2.1.0', artifacts, expires }))
  expect(received).toMatchObject({
    systemVersion: '2.1.0',
    targetsRoleVersion: 1,
    validUntil: new Date('2030-06-01T00:00:00Z'),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    artifacts: [
      { name: 'image', version: '2.1.0', kind: 'sled_os', size: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { name: 'boot', kind: 'switch_boot', size: 1 },
    ],
  })
  expect(await readdir(folder.path)).toEqual([`${received.id}.zip`])
  await received.discard()
  expect(await readdir(folder.path)).toEqual([])
})

it('takes archives without a folder, and any of several trust roots', async () => {
  const roots = [newPublisher().rootRole, publisher.rootRole]
  await expect(receive(await repositoryArchive(publisher, { folder: '' }), roots)).resolves.toBeDefined()
})

it('follows the root through its changes of keys', async () => {
  const second = newPublisher()
  const files = repositoryFiles(second)
  files.set('repo/metadata/2.root.json', rootOf(second.keys, { version: 2, alsoBy: [publisher.keys.root] }))
  await (await receive(await zipOf(files))).discard()
  // The old keys have not signed this one.
  files.set('repo/metadata/2.root.json', rootOf(second.keys, { version: 2 }))
  expect(await refusal(await zipOf(files))).toContain('root was signed by 0/1 keys')
})

describe('metadata is refused', () => {
  it('that another root has signed', async () => {
    expect(await refusal(await repositoryArchive(publisher), [newPublisher().rootRole])).toBe(
      'the repository is refused: no trust root verifies it: timestamp was signed by 0/1 keys',
    )
  })

  it.each(['timestamp', 'snapshot', 'targets'] as const)('whose %s has expired', async (role) => {
    expect(await refusalOf({ expires: { [role]: '2020-01-01T00:00:00Z' } })).toMatch(/expired/)
  })

  it.each(['timestamp.json', '1.snapshot.json', '1.targets.json'])('whose %s was changed or left out', async (name) => {
    const change = (files: Map<string, Buffer>) => {
      const bytes = files.get(`repo/metadata/${name}`)!.toString()
      files.set(`repo/metadata/${name}`, Buffer.from(bytes.replace('"version":1', '"version":9')))
    }
    expect(await refusalOf({ tamper: change })).toMatch(/signed by 0|Expected (hash|length)/)
    expect(await refusalOf({ tamper: (files) => files.delete(`repo/metadata/${name}`) })).toMatch(/it has no/)
  })

  it('that is no metadata', async () => {
    const tamper = (files: Map<string, Buffer>) =>
      files.set('repo/metadata/timestamp.json', Buffer.from('{"signed": 1}'))
    expect(await refusalOf({ tamper })).toMatch(/the metadata is not that of a TUF repository/)
  })
})

describe('targets are refused', () => {
  const image = (files: Map<string, Buffer>) => [...files.keys()].find((name) => name.endsWith('sled-image.tar.gz'))!

  it('that differ from what is signed', async () => {
    const same = (files: Map<string, Buffer>) => files.set(image(files), Buffer.from('1.0.1'))
    expect(await refusalOf({ tamper: same })).toMatch(/target sled-image.tar.gz: Expected hash/)
    const longer = (files: Map<string, Buffer>) => files.set(image(files), Buffer.from('1.0.0 and more'))
    expect(await refusalOf({ tamper: longer })).toMatch(/target sled-image.tar.gz: Expected length 5 but got 14/)
  })

  it('that are missing, or that nobody signed', async () => {
    expect(await refusalOf({ tamper: (files) => files.delete(image(files)) })).toContain(
      'target sled-image.tar.gz is missing',
    )
    const more = (files: Map<string, Buffer>) => files.set('repo/targets/more', Buffer.from(''))
    expect(await refusalOf({ tamper: more })).toContain('repo/targets/more is no target of it')
    const elsewhere = (files: Map<string, Buffer>) => files.set('repo/README', Buffer.from(''))
    expect(await refusalOf({ tamper: elsewhere })).toContain('repo/README is neither in metadata/ nor in targets/')
  })

  it.each([
    ['no object', 'artifacts.json: '],
    [{ system_version: '1.0', artifacts: [] }, 'artifacts.json: system_version must be a semantic version'],
    [{ system_version: '1.0.0', artifacts: [] }, 'artifacts.json: artifacts '],
    [
      { system_version: '1.0.0', artifacts: [{ name: 'a', version: 'one', kind: 'a', target: 'sled-image.tar.gz' }] },
      'artifacts.json: artifacts 0 version must be a semantic version',
    ],
    [
      { system_version: '1.0.0', artifacts: [{ name: 'a', version: '1.0.0', kind: 'a', target: 'nowhere' }] },
      'artifacts.json: there is no target nowhere',
    ],
  ])('whose manifest is %j', async (manifest, message) => {
    expect(await refusalOf({ manifest })).toContain(message)
  })
})

describe('archives are refused', () => {
  it('that are cut off, empty or none at all', async () => {
    const archive = await repositoryArchive(publisher)
    expect(await refusal(archive.subarray(0, archive.length - 30))).toMatch(/truncated/)
    expect(await refusal(archive.subarray(100))).toMatch(/refused/)
    expect(await refusal(Buffer.alloc(0))).toMatch(/refused/)
    expect(await refusal(Buffer.from('no zip archive'))).toMatch(/Either not a zip file/)
    await expect(archives.receive(null, [publisher.rootRole], NOW)).rejects.toMatchObject({ status: 400 })
  })

  it.each([
    ['repo/metadata/up', '../../metadata/up'.slice(0, 16), 'invalid relative path'],
    ['repo/metadata/up', '/epo/metadata/up', 'absolute path'],
    ['repo/metadata/up', 'repo\\metadata\\up', 'invalid characters'],
    ['repo/metadata/up', 'repo/metadata/u\0', 'has control characters in its name'],
    ['repo/metadata/up', 'repo//etadata/up', 'has a name that is not plain'],
    ['repo/metadata/up', 'repo/./tadata/up', 'has a name that is not plain'],
  ])('with an entry %s called %j', async (name, other, message) => {
    const files = [...repositoryFiles(publisher), [name, Buffer.from('')]] as [string, Buffer][]
    expect(await refusal(renamed(await zipOf(files), name, other))).toContain(message)
  })

  it('with an entry twice, a link or an encrypted entry', async () => {
    const files = [...repositoryFiles(publisher)]
    expect(await refusal(await zipOf([...files, files[0]!]))).toContain('repo/metadata/timestamp.json twice')
    expect(await refusal(await zipOf(files, 0o120777))).toContain('is neither a file nor a folder')
    const encrypted = await zipOf(files)
    const central = encrypted.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    encrypted.writeUInt16LE(encrypted.readUInt16LE(central + 8) | 1, central + 8)
    expect(await refusal(encrypted)).toContain('is encrypted')
  })

  it('that would fill the disk, were they unpacked', async () => {
    const content = Buffer.alloc(32 * 2 ** 20)
    expect(await refusalOf({ artifacts: { zeros: { content } } })).toContain('unpacks to more than 100 times its size')
    const many = Array.from({ length: 4097 }, (_, i): [string, Buffer] => [`repo/metadata/${i}`, Buffer.alloc(0)])
    expect(await refusal(await zipOf(many))).toContain('more than 4096 entries')
  })

  it('whose entry is longer than it says', async () => {
    const archive = await repositoryArchive(publisher, { artifacts: { image: { content: Buffer.alloc(5000, 'ab') } } })
    const central = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    archive.writeUInt32LE(10, central + 24)
    expect(await refusal(archive)).toMatch(/too many bytes/)
  })

  it('does not unpack an archive in an archive', async () => {
    const bomb = await zipOf([['zeros', Buffer.alloc(8 * 2 ** 20)]])
    await expect(
      receive(await repositoryArchive(publisher, { artifacts: { bomb: { content: bomb } } })),
    ).resolves.toBeDefined()
  })
})

describe('what is received', () => {
  it('is bounded, whatever its client announces', async () => {
    archives = new FileUpdateArchives(folder.path, { maxBytes: 1000, keepFreeBytes: 0 })
    expect(await refusal(Buffer.alloc(1001))).toBe('request body exceeded maximum size of 1000 bytes')
  })

  it('leaves the database its space', async () => {
    archives = new FileUpdateArchives(folder.path, { keepFreeBytes: Number.MAX_SAFE_INTEGER })
    await expect(receive(await repositoryArchive(publisher))).rejects.toMatchObject({ status: 507 })
    expect(await readdir(folder.path)).toEqual([])
  })

  it('is gone when its client goes away', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1000)),
      pull: (controller) => controller.error(new Error('aborted')),
    })
    await expect(archives.receive(body, [publisher.rootRole], NOW)).rejects.toMatchObject({ status: 400 })
    expect(await readdir(folder.path)).toEqual([])
  })

  it('is removed at a start where a process ended over it', async () => {
    const { id } = await receive(await repositoryArchive(publisher))
    const half = randomUUID()
    await writeFile(join(folder.path, `${half}.zip`), 'half')
    await mkdir(join(folder.path, `${half}.metadata`))
    const others = ['half.zip', 'notes', `${half}.zip.bak`].toSorted()
    for (const name of others) await mkdir(join(folder.path, name))
    expect(new Set(await archives.ids())).toEqual(new Set([id, half]))
    await archives.keepOnly([id])
    expect((await readdir(folder.path)).toSorted()).toEqual([`${id}.zip`, ...others].toSorted())
  })
})

describe('a root role', () => {
  const refused = (role: unknown) => archives.checkRoot(role, NOW).catch((error: Error) => error.message)

  it('verifies by itself and has not expired', async () => {
    await expect(archives.checkRoot(publisher.rootRole, NOW)).resolves.toBeUndefined()
    expect(await refused(newPublisher({ expires: '2025-12-31T00:00:00Z' }).rootRole)).toBe('the root role has expired')
    expect(await refused(newPublisher({ threshold: 2 }).rootRole)).toMatch(/root was signed by 1\/2 keys/)
    const other = JSON.parse(rootOf(newPublisher().keys).toString())
    expect(await refused({ ...other, signatures: (publisher.rootRole as typeof other).signatures })).toMatch(
      /0\/1 keys/,
    )
  })

  it.each([null, 1, 'root', {}, { signed: {}, signatures: [] }, { signed: { _type: 'targets' }, signatures: [] }])(
    'is not %j',
    async (role) => expect(await refused(role)).toMatch(/^not a root role that verifies by itself: /),
  )

  it('waits for others, and is refused where too many wait', async () => {
    const checks = Array.from({ length: 40 }, () => archives.checkRoot(publisher.rootRole, NOW))
    const answers = await Promise.allSettled(checks)
    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason.status)
    expect(refused).toEqual(Array(23).fill(503))
  })

  it('does not count one key twice', async () => {
    const { keys } = publisher
    const role = JSON.parse(rootOf(keys).toString())
    role.signed.keys.again = keys.root.public.toJSON()
    expect(await refused(role)).toMatch(/the same key under several ids/)
  })
})

describe('an artifact of a repository', () => {
  const bytesOf = (id: string, artifact: ArchivedArtifact) => buffer(archives.open(id, artifact))

  it('is read from its archive', async () => {
    const content = Buffer.alloc(200_000, 'bytes ')
    const files = repositoryFiles(publisher, { artifacts: { image: { content } }, folder: '' })
    const { id, artifacts } = await receive(await zipOf(files))
    expect(await bytesOf(id, artifacts[0]!)).toEqual(content)
  })

  it('is not delivered whole once it has changed', async () => {
    const { id, artifacts } = await receive(await repositoryArchive(publisher))
    const other = { ...artifacts[0]!, hash: '0'.repeat(64) }
    await expect(bytesOf(id, other)).rejects.toThrow('artifact sled_os sled-image 1.0.0 has changed')
    await expect(bytesOf(id, { ...other, name: 'other' })).rejects.toThrow('it has no artifact sled_os other 1.0.0')
  })
})
