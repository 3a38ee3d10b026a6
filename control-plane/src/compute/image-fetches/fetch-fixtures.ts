import { createHash, randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import { DownloadFolder } from '../../node/folder/download-files.ts'
import type { Caller } from '../../testing/caller.ts'
import { FileServer } from '../../testing/file-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { imageCatalog } from './catalog.ts'

export const MAX_BYTES = 8 * 2 ** 20
/** Fetches wait for other servers and once a second look whether they are cancelled. */
export const SOON = { timeout: 30_000, interval: 20 }

export const sha = (type: 'sha256' | 'sha512', bytes: Uint8Array) => createHash(type).update(bytes).digest('hex')
export const sha256 = (bytes: Uint8Array) => ({ type: 'sha256', value: sha('sha256', bytes) })
/** The content of an image. */
export const image = randomBytes(300_000)

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

/** A server that fetches images of at most `MAX_BYTES`, and one that has them, for tests. */
export class FetchSite {
  readonly server: TestServer
  readonly files: FileServer
  readonly downloads: StuckFolder
  readonly #folder: ReturnType<typeof temporaryFolder>
  #serial = 0

  private constructor(
    server: TestServer,
    files: FileServer,
    downloads: StuckFolder,
    folder: ReturnType<typeof temporaryFolder>,
  ) {
    this.server = server
    this.files = files
    this.downloads = downloads
    this.#folder = folder
  }

  static async open(): Promise<FetchSite> {
    const folder = temporaryFolder()
    const downloads = new StuckFolder(folder.path, 0)
    const files = await FileServer.start()
    const server = await startTestServer({
      realTime: true,
      sagaLimits: { backoffMs: 1 },
      imageFetching: {
        outbound: files.outbound,
        files: downloads,
        catalog: imageCatalog({ debian: `${files.url}/debian` }),
        maxBytes: MAX_BYTES,
      },
    })
    return new FetchSite(server, files, downloads, folder)
  }

  get admin(): Caller {
    return this.server.admin
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.files.close()
    this.#folder.remove()
  }

  fresh(prefix: string): string {
    return `${prefix}-${++this.#serial}`
  }

  async newProject(): Promise<string> {
    const body = { name: this.fresh('fetches'), description: '' }
    return (await this.admin.ok('project_create', { body })).id
  }

  bodyOf(url: string, checksum: object = sha256(image)) {
    const source = { type: 'url', url, checksum }
    return { name: this.fresh('fetched'), description: 'd', os: 'plan9', version: '4', source }
  }

  fetchImage(body: object, project?: string, caller = this.admin) {
    return caller.call('image_fetch_create', { query: { project }, body })
  }

  view(id: string, caller = this.admin) {
    return caller.call('image_fetch_view', { path: { fetch_id: id } })
  }

  cancel(id: string, caller = this.admin) {
    return caller.call('image_fetch_delete', { path: { fetch_id: id } })
  }

  /** Waits until it became an image, or failed. */
  ended(id: string) {
    return vi.waitFor(async () => {
      const { body } = await this.admin.call('image_view', { path: { image: id } })
      if (body.id) return body
      const fetch = (await this.view(id)).body
      if (fetch.state !== 'failed') throw new Error(`it is ${fetch.state}`)
      return fetch
    }, SOON)
  }

  /** Waits until the file was requested so often. */
  arrived(path: string, count = 1) {
    return vi.waitFor(() => {
      const found = this.files.requests.filter(({ url }) => url === path).length
      if (found !== count) throw new Error(`${path} was requested ${found} times`)
    }, SOON)
  }

  /** Starts a fetch that fails, and leaves nothing. Returns the reason. */
  async failure(body: object): Promise<string> {
    const { id } = await this.admin.ok('image_fetch_create', { body })
    const failed = await this.ended(id)
    if (!(await this.nothingLeft(id))) throw new Error(`the failed fetch ${id} left something`)
    return failed.reason_for_failure
  }

  async nothingLeft(id: string): Promise<boolean> {
    const { imageFetching, platform } = this.server.plane.services
    const stored = await platform.volumes.list()
    return (await imageFetching!.files.size(id)) === 0 && !stored.images.includes(id)
  }
}
