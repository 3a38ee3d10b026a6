import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { DownloadFolder } from '../../node/folder/download-files.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { Caller } from '../../testing/caller.ts'
import { FileServer } from '../../testing/file-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { imageCatalog } from './catalog.ts'

const MAX_BYTES = 8 * 2 ** 20
/** Fetches wait for other servers and once a second look whether they are cancelled. */
const SOON = { timeout: 30_000, interval: 20 }

/** A folder whose files cannot always be removed. */
class StuckFolder extends DownloadFolder {
  isStuck = false

  override async remove(id: string): Promise<void> {
    if (this.isStuck) {
      this.isStuck = false
      throw new Error(`EBUSY: resource busy or locked, unlink '/srv/skerry/${id}.part'`)
    }
    await super.remove(id)
  }
}

const folder = temporaryFolder()
const downloads = new StuckFolder(folder.path, 0)
let files: FileServer
let server: TestServer
let admin: Caller
let serial = 0

beforeAll(async () => {
  files = await FileServer.start()
  server = await startTestServer({
    realTime: true,
    sagaLimits: { backoffMs: 1 },
    imageFetching: {
      outbound: files.outbound,
      files: downloads,
      catalog: imageCatalog({ debian: `${files.url}/debian` }),
      maxBytes: MAX_BYTES,
    },
  })
  admin = server.admin
})
afterAll(async () => {
  await server.close()
  await files.close()
  folder.remove()
})

const fresh = (prefix: string) => `${prefix}-${++serial}`
const sha = (type: 'sha256' | 'sha512', bytes: Uint8Array) => createHash(type).update(bytes).digest('hex')
const sha256 = (bytes: Uint8Array) => ({ type: 'sha256', value: sha('sha256', bytes) })
const image = randomBytes(300_000)

const bodyOf = (url: string, checksum: object = sha256(image)) => ({
  name: fresh('fetched'),
  description: 'd',
  os: 'plan9',
  version: '4',
  source: { type: 'url', url, checksum },
})
const fetchImage = (body: object, project?: string, caller = admin) =>
  caller.call('image_fetch_create', { query: { project }, body })
const view = (id: string, caller = admin) => caller.call('image_fetch_view', { path: { fetch_id: id } })
const cancel = (id: string, caller = admin) => caller.call('image_fetch_delete', { path: { fetch_id: id } })
const newProject = async (): Promise<string> =>
  (await admin.ok('project_create', { body: { name: fresh('fetches'), description: '' } })).id

/** Waits until it became an image, or failed. */
const ended = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await admin.call('image_view', { path: { image: id } })
    if (body.id) return body
    const fetch = (await view(id)).body
    if (fetch.state !== 'failed') throw new Error(`it is ${fetch.state}`)
    return fetch
  }, SOON)
const arrived = (path: string, count = 1) =>
  vi.waitFor(() => expect(files.requests.filter(({ url }) => url === path)).toHaveLength(count), SOON)

/** Starts a fetch that fails. Returns the reason. */
async function failure(body: object): Promise<string> {
  const created = await fetchImage(body)
  expect(created.status).toBe(201)
  const failed = await ended(created.body.id)
  expect(await nothingLeft(created.body.id)).toBe(true)
  return failed.reason_for_failure
}

async function nothingLeft(id: string): Promise<boolean> {
  const { imageFetching, platform } = server.plane.services
  const stored = await platform.volumes.list()
  return (await imageFetching!.files.size(id)) === 0 && !stored.images.includes(id)
}

describe('image_catalog_list', () => {
  it('lists published images with the addresses of their mirrors, to every user', async () => {
    const { items } = await (await server.user()).ok('image_catalog_list', { query: { limit: 100 } })
    expect(items.map(({ name }: { name: string }) => name)).toEqual(
      imageCatalog()
        .map(({ name }) => name)
        .toSorted(),
    )
    expect(items.find(({ name }: { name: string }) => name === 'debian-13-arm64')).toEqual({
      name: 'debian-13-arm64',
      os: 'Debian',
      version: '13',
      architecture: 'arm64',
      url: `${files.url}/debian/trixie/latest/debian-13-generic-arm64.qcow2`,
      checksum_url: `${files.url}/debian/trixie/latest/SHA512SUMS`,
    })
    expect((await admin.call('image_catalog_list', { query: { limit: 0 } })).status).toBe(400)
  })
})

describe('image_fetch_create', () => {
  it('fetches an image of the catalog, and verifies it by the checksum file of the publisher', async () => {
    files.serve('/debian/trixie/latest/debian-13-generic-amd64.qcow2', image)
    files.serve('/debian/trixie/latest/SHA512SUMS', `${sha('sha512', image)}  debian-13-generic-amd64.qcow2\n`)
    const source = { type: 'catalog', image: 'debian-13-amd64' }
    const created = await fetchImage({ name: 'debian', description: '', source })
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({ name: 'debian', os: 'Debian', version: '13', project_id: null, state: 'downloading' }),
    ])
    expect(await ended(created.body.id)).toMatchObject({
      id: created.body.id,
      name: 'debian',
      os: 'Debian',
      version: '13',
      project_id: null,
      size: GIB,
      block_size: 512,
      digest: sha256(image),
    })
    const { volumes } = server.plane.services.platform
    expect(Buffer.from(await volumes.read(created.body.id, 0, image.length))).toEqual(image)
    expect((await view(created.body.id)).status).toBe(404)
    const { items } = await admin.ok('image_fetch_list')
    expect(items).toEqual([])
    await vi.waitFor(async () => expect(await server.plane.services.imageFetching!.files.ids()).toEqual([]), SOON)
  })

  it('fetches any https address into a project, after redirects, and the image can be used and deleted', async () => {
    const project = await newProject()
    files.serve('/elsewhere', image)
    const url = files.serve('/moved', (_, answer) => answer.writeHead(302, { location: '/elsewhere' }).end())
    const sha512 = { type: 'sha512', value: sha('sha512', image).toUpperCase() }
    const { id, ...asked } = (await fetchImage({ ...bodyOf(url, sha512), size: 2 * GIB }, project)).body
    expect(asked).toMatchObject({ checksum: { ...sha512, value: sha('sha512', image) }, size: 2 * GIB })
    expect(await ended(id)).toMatchObject({ project_id: project, size: 2 * GIB, digest: sha256(image) })
    const disk_source = { type: 'image', image_id: id }
    const disk = { name: 'from-it', description: '', size: 2 * GIB, disk_source }
    expect((await admin.call('disk_create', { query: { project }, body: disk })).status).toBe(201)
    expect((await admin.call('image_delete', { path: { image: id } })).status).toBe(204)
  })

  it('takes the size of the disk from the header of a qcow2 image', async () => {
    const header = new DataView(new ArrayBuffer(104))
    header.setUint32(0, 0x51_46_49_fb)
    header.setUint32(4, 3)
    header.setBigUint64(24, 3n * BigInt(GIB) + 512n)
    const qcow2 = new Uint8Array(header.buffer)
    const url = files.serve('/small.qcow2', qcow2)
    const { id } = (await fetchImage(bodyOf(url, sha256(qcow2)))).body
    expect((await ended(id)).size).toBe(4 * GIB)
    expect(await failure({ ...bodyOf(url, sha256(qcow2)), size: GIB })).toBe(
      `the image needs ${3 * GIB + 512} B, not 1 GiB`,
    )
    header.setBigUint64(24, 2n ** 60n)
    expect(await failure(bodyOf(url, sha256(qcow2)))).toMatch('the disk in the image has 1 EiB')
  })

  it('refuses names that are taken, by an image or by another fetch', async () => {
    const url = files.serve('/slow-name', () => {})
    const body = bodyOf(url)
    const { id } = (await fetchImage(body)).body
    const refused = { status: 400, body: { message: `already exists: silo-image "${body.name}"` } }
    expect(await fetchImage(body)).toMatchObject(refused)
    expect((await cancel(id)).status).toBe(204)
    const taken = { ...body, name: 'debian-13' }
    expect((await fetchImage(taken)).body.message).toBe('already exists: silo-image "debian-13"')
  })

  it('fails when the name is taken meanwhile', async () => {
    const go = Promise.withResolvers<void>()
    const url = files.serve('/name-race', (_, answer) => void go.promise.then(() => answer.end(image)))
    const first = bodyOf(url)
    const { id } = (await fetchImage(first)).body
    await arrived('/name-race')
    await server.db.updateTable('images').set({ name: first.name }).where('name', '=', 'alpine-3-23').execute()
    go.resolve()
    const failed = await ended(id)
    expect(failed.reason_for_failure).toBe(`already exists: silo-image "${first.name}"`)
    // The size that was found in the file is none that was asked for.
    expect(failed).toMatchObject({ size: GIB, requested_size: null })
    expect(await nothingLeft(id)).toBe(true)
    await server.db.updateTable('images').set({ name: 'alpine-3-23' }).where('name', '=', first.name).execute()
  })

  it('refuses addresses that are not https, of private networks, or with a password', async () => {
    for (const [url, why] of [
      ['http://images.test/x', 'it is not an https URL'],
      ['file:///etc/passwd', 'it is not an https URL'],
      ['https://user:secret@images.test/x', 'it must not hold a password'],
      ['https://10.0.0.1/x', 'SKERRY_OUTBOUND_NETWORKS'],
      ['https://[::1]/x', 'SKERRY_OUTBOUND_NETWORKS'],
      ['https://inside.test/x', 'SKERRY_OUTBOUND_NETWORKS'],
    ] as const) {
      const { status, body } = await fetchImage(bodyOf(url))
      expect([url, status, body.message]).toEqual([url, 400, expect.stringContaining(why)])
    }
  })

  it('refuses bodies that say too little or what cannot be', async () => {
    const { os: _, ...unnamed } = bodyOf(`${files.url}/x`)
    expect((await fetchImage(unnamed)).body.message).toMatch('os and version are required')
    const unknown = { ...bodyOf(''), source: { type: 'catalog', image: 'windows-95' } }
    expect((await fetchImage(unknown)).body.message).toMatch('the catalog has no image "windows-95"')
    for (const size of [0, 1000, 1024 * GIB])
      expect((await fetchImage({ ...bodyOf(`${files.url}/x`), size })).body.error_code).toBe('InvalidValue')
    expect((await fetchImage(bodyOf(`${files.url}/x`, { type: 'sha256', value: 'abc' }))).status).toBe(400)
  })

  it('lets a collaborator of the project fetch for it, and not for the silo', async () => {
    const project = await newProject()
    const body = bodyOf(`${files.url}/nowhere`)
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await fetchImage(body, undefined, member)).status).toBe(403)
    expect((await fetchImage(body, project, member)).status).toBe(201)
  })

  it('runs four fetches of a silo at most', async () => {
    const url = files.serve('/never', () => {})
    const silo = await server.silo(fresh('busy'))
    const owner = await server.user({ silo: 'admin' }, silo)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => fetchImage({ ...bodyOf(url), name: `busy-${n}` }, undefined, owner)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 507, 507])
    const { items } = await owner.ok('image_fetch_list')
    await Promise.all(items.map(({ id }: { id: string }) => cancel(id, owner)))
    expect((await owner.ok('image_fetch_list')).items).toEqual([])
  })
})

describe('a fetch fails', () => {
  it.each([
    ['an unexpected answer', 404, /answers with status 404/],
    ['a server that keeps failing', 503, /answers with status 503/],
  ])('because of %s', async (_, status, reason) => {
    const url = files.serve(`/status-${status}`, (_request, answer) => answer.writeHead(status).end())
    expect(await failure(bodyOf(url))).toMatch(reason)
    await arrived(`/status-${status}`, status === 503 ? 5 : 1)
  })

  it('because its host name is not known, at the first attempt', async () => {
    expect(await failure(bodyOf('https://unknown.test/x'))).toBe('unknown.test: the host name is not known')
    // By the check of the request, and by the download.
    expect(files.lookups.filter((host) => host === 'unknown.test')).toHaveLength(2)
  })

  it('because the file is another one', async () => {
    const url = files.serve('/other', 'something else')
    const reason = await failure(bodyOf(url))
    expect(reason).toMatch(/^the file is not the one that was asked for: its sha256 is not [0-9a-f]{64}$/)
    // What is at an address that only the server reaches is not told, neither by its hash.
    expect(reason).not.toContain(createHash('sha256').update('something else').digest('hex'))
  })

  it('and says why, although its file cannot be removed at once', async () => {
    downloads.isStuck = true
    const url = files.serve('/stuck', (_request, answer) => answer.writeHead(404).end())
    expect(await failure(bodyOf(url))).toMatch(/answers with status 404$/)
    expect(downloads.isStuck).toBe(false)
  })

  it('because it is too large, whether the server says so or not', async () => {
    const large = Buffer.alloc(MAX_BYTES + 1)
    const reason = 'the file is larger than 8 MiB, the limit of this server'
    expect(await failure(bodyOf(files.serve('/large', large)))).toBe(reason)
    const chunked = files.serve('/large-chunked', (_, answer) => {
      answer.write(large)
      answer.end()
    })
    expect(await failure(bodyOf(chunked))).toBe(reason)
  })

  it('because it is redirected to a private address, away from https, or forever', async () => {
    const to = (path: string, location: string) =>
      files.serve(path, (_, answer) => answer.writeHead(302, { location }).end())
    expect(await failure(bodyOf(to('/to-private', 'https://10.0.0.1/x')))).toMatch(
      /^10\.0\.0\.1: it leads to an address/,
    )
    expect(await failure(bodyOf(to('/to-name', 'https://inside.test/x')))).toMatch(/^inside\.test: it leads to/)
    expect(await failure(bodyOf(to('/to-http', `http://images.test/x`)))).toMatch(/it is not an https URL/)
    expect(await failure(bodyOf(to('/to-file', 'file:///etc/passwd')))).toMatch(
      /^file URL: it is not an http or https URL$/,
    )
    expect(await failure(bodyOf(to('/round', '/round')))).toMatch(/redirects more than 5 times/)
  })

  it('because the checksum file is missing, or has no such file', async () => {
    const body = () => ({ ...bodyOf(''), source: { type: 'catalog', image: 'debian-12-amd64' } })
    expect(await failure(body())).toMatch(/answers with status 404/)
    files.serve('/debian/bookworm/latest/SHA512SUMS', `${sha('sha512', image)}  debian-12-generic-arm64.qcow2\n`)
    expect(await failure(body())).toMatch(/SHA512SUMS has no checksum of debian-12-generic-amd64\.qcow2$/)
  })

  it('because the quota has less storage left', async () => {
    const silo = await server.silo(fresh('poor'))
    await server.db
      .updateTable('quotas')
      .set({ storage: GIB - 1 })
      .where('silo_id', '=', silo)
      .execute()
    const owner = await server.user({ silo: 'admin' }, silo)
    const { id } = (await fetchImage(bodyOf(files.serve('/for-the-poor', image)), undefined, owner)).body
    const reason = await vi.waitFor(async () => {
      const { reason_for_failure } = (await view(id, owner)).body
      expect(reason_for_failure).not.toBeNull()
      return reason_for_failure
    }, SOON)
    expect(reason).toMatch(/^a disk of this image has 1 GiB, and the silo's quota has/)
    expect(await nothingLeft(id)).toBe(true)
  })
})

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
  const served = (bytes: Uint8Array) => bodyOf(files.serve(fresh('/content'), bytes), sha256(bytes))
  const stored = (id: string, length: number) => server.plane.services.platform.volumes.read(id, 0, length)

  it.each(packers)('%s is unpacked; the checksum and the digest are those of the file', async (format) => {
    const packed = pack(format, image)
    const { id } = (await fetchImage(served(packed))).body
    expect(await ended(id)).toMatchObject({ size: GIB, digest: sha256(packed) })
    expect(image.equals(await stored(id, image.length))).toBe(true)
    expect(Buffer.concat([image, Buffer.alloc(512)]).equals(await stored(id, image.length + 512))).toBe(true)
  })

  it.each(Object.entries(converted))('%s has the size in its header, also when it is compressed', async (_, bytes) => {
    for (const file of [bytes, pack('xz', bytes)]) {
      const { id } = (await fetchImage(served(file))).body
      expect((await ended(id)).size).toBe(3 * GIB)
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
      const { id } = (await fetchImage(served(file))).body
      await ended(id)
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
    const url = files.serve(fresh('/refused'), (_request, answer) => {
      begun.push(answer)
      answer.writeHead(200, { 'content-length': 2 ** 20 })
      answer.write(Buffer.concat([start, Buffer.alloc(65_536)]))
    })
    expect(await failure(bodyOf(url))).toMatch(reason)
    await vi.waitFor(() => expect(begun[0]!.destroyed).toBe(true), SOON)
  })

  it('a compressed archive, and what is compressed twice, are refused', async () => {
    const tar = Buffer.from(`disk.ovf${'\0'.repeat(249)}ustar`.padEnd(1024, '\0'))
    expect(await failure(served(pack('gzip', tar)))).toMatch(/^the image is refused: it is a tar archive/)
    expect(await failure(served(pack('xz', pack('gzip', image))))).toMatch(/it is compressed with gzip/)
  })

  it('a compressed file that is damaged, or far larger than it looks, is refused', async () => {
    const damaged = pack('xz', image).subarray(0, 200_000)
    expect(await failure(served(damaged))).toMatch(/compressed with xz, and cannot be unpacked: ./)
    expect(await failure({ ...served(pack('xz', Buffer.alloc(GIB / 64))), size: 8 * 2 ** 20 })).toBe(
      'the file unpacks to more than 8 MiB: no larger image was asked for',
    )
  })
})

describe('a download that ends early', () => {
  const half = image.length / 2

  /** Serves the first half and then no more, and any range of `rest` as the file of that tag. */
  function servesHalf(path: string, rest: Uint8Array) {
    const begun: ServerResponse[] = []
    const url = files.serve(path, ({ headers }, answer) => {
      answer.setHeader('etag', '"one"')
      if (headers.range === undefined && begun.push(answer) === 1)
        return void answer.writeHead(200, { 'content-length': image.length }).write(image.subarray(0, half))
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? 'bytes=0-')?.[1])
      if (headers.range === undefined) return void answer.end(image)
      expect([from, headers['if-range']]).toEqual([half, '"one"'])
      answer.writeHead(206, { 'content-range': `bytes ${from}-${image.length - 1}/${image.length}` })
      answer.end(rest.subarray(from))
    })
    return { url, begun }
  }
  const isHalf = (id: string) =>
    vi.waitFor(async () => expect(await server.plane.services.imageFetching!.files.size(id)).toBe(half), SOON)

  it('continues where it ended, if the server has the same file still', async () => {
    const { url, begun } = servesHalf('/breaks', image)
    const { id } = (await fetchImage(bodyOf(url))).body
    await isHalf(id)
    begun[0]!.destroy()
    expect((await ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(1)
  })

  it('begins again when the parts do not fit', async () => {
    const { url, begun } = servesHalf('/changes', Buffer.alloc(image.length))
    const { id } = (await fetchImage(bodyOf(url))).body
    await isHalf(id)
    begun[0]!.destroy()
    expect((await ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(2)
  })

  it('continues after a restart of the server', async () => {
    const { sagas } = server.plane.services
    const { url, begun } = servesHalf('/restarts', image)
    const { id } = (await fetchImage(bodyOf(url))).body
    await isHalf(id)
    await sagas.stop()
    expect((await view(id)).body).toMatchObject({ state: 'downloading', bytes_received: half })
    sagas.start()
    expect((await ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(1)
  })
})

describe('a file that is verified', () => {
  it.each([
    ['gone', new Uint8Array()],
    ['a part of it', image.subarray(0, 1000)],
  ])('is fetched again when another server continues, where it is %s', async (_, there) => {
    const step = server.hold('image-fetch/image')
    const url = files.serve(fresh('/verified'), image)
    const { id } = (await fetchImage(bodyOf(url))).body
    await step.reached
    await downloads.write(
      id,
      0,
      (async function* () {
        yield there
      })(),
    )
    step.release()
    expect(await ended(id)).toMatchObject({ digest: sha256(image), size: GIB })
    const stored = await server.plane.services.platform.volumes.read(id, 0, image.length)
    expect(image.equals(stored)).toBe(true)
  })
})

describe('image_fetch_view and image_fetch_delete', () => {
  it('show the progress of a slow fetch, and cancel it', async () => {
    const project = await newProject()
    const url = files.serve('/slow', (_, answer) => {
      answer.writeHead(200, { 'content-length': image.length })
      answer.write(image.subarray(0, 1000))
    })
    const { id } = (await fetchImage(bodyOf(url), project)).body
    const progress = { state: 'downloading', bytes_received: 1000, bytes_total: image.length }
    await vi.waitFor(async () => expect((await view(id)).body).toMatchObject(progress), SOON)
    expect((await cancel(id)).status).toBe(204)
    expect(await nothingLeft(id)).toBe(true)
    expect([(await view(id)).status, (await cancel(id)).status]).toEqual([404, 404])
    expect((await admin.call('image_view', { path: { image: id } })).status).toBe(404)
  })

  it('show why a fetch is tried again, until more of it arrives', async () => {
    const answers: ServerResponse[] = []
    const url = files.serve('/tried-again', (_, answer) => {
      if (answers.push(answer) === 1) answer.writeHead(503).end()
    })
    const { id } = (await fetchImage(bodyOf(url))).body
    await arrived('/tried-again', 2)
    const reason = expect.stringMatching(/^images\.test:\d+ answers with status 503$/)
    expect((await view(id)).body).toMatchObject({ state: 'downloading', retry_reason: reason })
    answers[1]!.write(image.subarray(0, 1000))
    await vi.waitFor(
      async () => expect((await view(id)).body).toMatchObject({ bytes_received: 1000, retry_reason: null }),
      SOON,
    )
    answers[1]!.end(image.subarray(1000))
    expect((await ended(id)).digest).toEqual(sha256(image))
  })

  it('say nothing of where the server stores images when that fails', async () => {
    const retried = Promise.withResolvers<void>()
    const reason = /^the image cannot be stored: see saga [-0-9a-f]{36} in the server's log$/
    const fails = vi.spyOn(server.platform.volumes, 'ensureImage')
    onTestFinished(() => fails.mockRestore())
    fails.mockRejectedValueOnce(new PlatformError('transient', "The storage failed: EACCES, open '/srv/skerry'"))
    fails.mockImplementationOnce(async () => {
      await retried.promise
      throw new PlatformError('permanent', "The storage failed: EROFS, open '/srv/skerry'")
    })
    const { id } = (await fetchImage(bodyOf(files.serve('/not-stored', image)))).body
    await vi.waitFor(() => expect(fails).toHaveBeenCalledTimes(2), SOON)
    const { body } = await view(id).finally(() => retried.resolve())
    expect(body).toMatchObject({ state: 'storing', retry_reason: expect.stringMatching(reason) })
    expect((await ended(id)).reason_for_failure).toMatch(reason)
    expect((await cancel(id)).status).toBe(204)
  })

  it('dismiss a failed fetch, and hide those of silo images from users without a role in the silo', async () => {
    const { id } = (await fetchImage(bodyOf(`${files.url}/missing`))).body
    await ended(id)
    const member = await server.user({ projects: { [await newProject()]: 'admin' } })
    expect((await view(id, member)).body.message).toBe(`not found: image-fetch with id "${id}"`)
    expect((await view(id, await server.user({ silo: 'viewer' }))).status).toBe(200)
    expect((await cancel(id)).status).toBe(204)
    expect((await cancel(randomId())).status).toBe(404)
    expect((await admin.call('image_fetch_view', { path: { fetch_id: 'x' } })).status).toBe(400)
  })

  it('end with the deletion of their project', async () => {
    const project = await newProject()
    const { id } = (await fetchImage(bodyOf(files.serve('/until-deleted', () => {})), project)).body
    await arrived('/until-deleted')
    const vpcs = await admin.ok('vpc_list', { query: { project } })
    for (const vpc of vpcs.items) {
      const { items } = await admin.ok('vpc_subnet_list', { query: { vpc: vpc.id } })
      for (const subnet of items) await admin.ok('vpc_subnet_delete', { path: { subnet: subnet.id } })
      await admin.ok('vpc_delete', { path: { vpc: vpc.id } })
    }
    await admin.ok('project_delete', { path: { project } })
    await vi.waitFor(async () => expect(await server.plane.services.sagas.list()).toEqual([]), SOON)
    expect(await nothingLeft(id)).toBe(true)
  })
})
