import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { FetchSite, image, MAX_BYTES, sha, sha256, SOON } from './fetch-fixtures.ts'

let site: FetchSite
let server: TestServer
beforeAll(async () => {
  site = await FetchSite.open()
  server = site.server
})
afterAll(() => site.close())

describe('a fetch fails', () => {
  it.each([
    ['an unexpected answer', 404, /answers with status 404/],
    ['a server that keeps failing', 503, /answers with status 503/],
  ])('because of %s', async (_, status, reason) => {
    const url = site.files.serve(`/status-${status}`, (_request, answer) => answer.writeHead(status).end())
    expect(await site.failure(site.bodyOf(url))).toMatch(reason)
    await site.arrived(`/status-${status}`, status === 503 ? 5 : 1)
  })

  it('because its host name is not known, at the first attempt', async () => {
    expect(await site.failure(site.bodyOf('https://unknown.test/x'))).toBe('unknown.test: the host name is not known')
    // By the check of the request, and by the download.
    expect(site.files.lookups.filter((host) => host === 'unknown.test')).toHaveLength(2)
  })

  it('because the file is another one', async () => {
    const url = site.files.serve('/other', 'something else')
    const reason = await site.failure(site.bodyOf(url))
    expect(reason).toMatch(/^the file is not the one that was asked for: its sha256 is not [0-9a-f]{64}$/)
    // What is at an address that only the server reaches is not told, neither by its hash.
    expect(reason).not.toContain(sha('sha256', Buffer.from('something else')))
  })

  it('and says why, although its file cannot be removed at once', async () => {
    site.downloads.isStuck = true
    const url = site.files.serve('/stuck', (_request, answer) => answer.writeHead(404).end())
    expect(await site.failure(site.bodyOf(url))).toMatch(/answers with status 404$/)
    expect(site.downloads.isStuck).toBe(false)
  })

  it('because it is too large, whether the server says so or not', async () => {
    const large = Buffer.alloc(MAX_BYTES + 1)
    const reason = 'the file is larger than 8 MiB, the limit of this server'
    expect(await site.failure(site.bodyOf(site.files.serve('/large', large)))).toBe(reason)
    const chunked = site.files.serve('/large-chunked', (_, answer) => {
      answer.write(large)
      answer.end()
    })
    expect(await site.failure(site.bodyOf(chunked))).toBe(reason)
  })

  it('because it is redirected to a private address, away from https, or forever', async () => {
    const to = (path: string, location: string) =>
      site.files.serve(path, (_, answer) => answer.writeHead(302, { location }).end())
    expect(await site.failure(site.bodyOf(to('/to-private', 'https://10.0.0.1/x')))).toMatch(
      /^10\.0\.0\.1: it leads to an address/,
    )
    expect(await site.failure(site.bodyOf(to('/to-name', 'https://inside.test/x')))).toMatch(
      /^inside\.test: it leads to/,
    )
    expect(await site.failure(site.bodyOf(to('/to-http', `http://images.test/x`)))).toMatch(/it is not an https URL/)
    expect(await site.failure(site.bodyOf(to('/to-file', 'file:///etc/passwd')))).toMatch(
      /^file URL: it is not an http or https URL$/,
    )
    expect(await site.failure(site.bodyOf(to('/round', '/round')))).toMatch(/redirects more than 5 times/)
  })

  it('because the checksum file is missing, or has no such file', async () => {
    const body = () => ({ ...site.bodyOf(''), source: { type: 'catalog', image: 'debian-12-amd64' } })
    expect(await site.failure(body())).toMatch(/answers with status 404/)
    site.files.serve('/debian/bookworm/latest/SHA512SUMS', `${sha('sha512', image)}  debian-12-generic-arm64.qcow2\n`)
    expect(await site.failure(body())).toMatch(/SHA512SUMS has no checksum of debian-12-generic-amd64\.qcow2$/)
  })

  it('because the quota has less storage left', async () => {
    const silo = await server.silo(site.fresh('poor'))
    await server.db
      .updateTable('quotas')
      .set({ storage: GIB - 1 })
      .where('silo_id', '=', silo)
      .execute()
    const owner = await server.user({ silo: 'admin' }, silo)
    const { id } = (await site.fetchImage(site.bodyOf(site.files.serve('/for-the-poor', image)), undefined, owner)).body
    const reason = await vi.waitFor(async () => {
      const { reason_for_failure } = (await site.view(id, owner)).body
      expect(reason_for_failure).not.toBeNull()
      return reason_for_failure
    }, SOON)
    expect(reason).toMatch(/^a disk of this image has 1 GiB, and the silo's quota has/)
    expect(await site.nothingLeft(id)).toBe(true)
  })
})

describe('a download that ends early', () => {
  const half = image.length / 2

  /** Serves the first half and then no more, and any range of `rest` as the file of that tag. */
  function servesHalf(path: string, rest: Uint8Array) {
    const begun: ServerResponse[] = []
    const url = site.files.serve(path, ({ headers }, answer) => {
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
    const { id } = (await site.fetchImage(site.bodyOf(url))).body
    await isHalf(id)
    begun[0]!.destroy()
    expect((await site.ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(1)
  })

  it('begins again when the parts do not fit', async () => {
    const { url, begun } = servesHalf('/changes', Buffer.alloc(image.length))
    const { id } = (await site.fetchImage(site.bodyOf(url))).body
    await isHalf(id)
    begun[0]!.destroy()
    expect((await site.ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(2)
  })

  it('continues after a restart of the server', async () => {
    const { sagas } = server.plane.services
    const { url, begun } = servesHalf('/restarts', image)
    const { id } = (await site.fetchImage(site.bodyOf(url))).body
    await isHalf(id)
    await sagas.stop()
    expect((await site.view(id)).body).toMatchObject({ state: 'downloading', bytes_received: half })
    sagas.start()
    expect((await site.ended(id)).digest).toEqual(sha256(image))
    expect(begun).toHaveLength(1)
  })
})

describe('a file that is verified', () => {
  it.each([
    ['gone', new Uint8Array()],
    ['a part of it', image.subarray(0, 1000)],
  ])('is fetched again when another server continues, where it is %s', async (_, there) => {
    const step = server.hold('image-fetch/image')
    const url = site.files.serve(site.fresh('/verified'), image)
    const { id } = (await site.fetchImage(site.bodyOf(url))).body
    await step.reached
    await site.downloads.write(
      id,
      0,
      (async function* () {
        yield there
      })(),
    )
    step.release()
    expect(await site.ended(id)).toMatchObject({ digest: sha256(image), size: GIB })
    const stored = await server.plane.services.platform.volumes.read(id, 0, image.length)
    expect(image.equals(stored)).toBe(true)
  })
})
