import { expect } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { MemoryVolumeStore } from '../../platform/volume-store/memory-volume-store.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../instances/instance-fixtures.ts'

/** Storage that can be full or slow. */
export class SmallStore extends MemoryVolumeStore {
  full = false
  /** Why it refuses an image once it is complete. */
  refusal: string | undefined
  /** Writes wait for this. */
  ready: Promise<void> = Promise.resolve()
  underWay = 0

  override async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    if (this.full) throw new PlatformError('no-space', 'No space is left for volumes')
    this.underWay++
    await this.ready
    await super.write(id, offset, bytes)
    this.underWay--
  }

  override async flush(): Promise<void> {
    if (this.refusal !== undefined) throw new PlatformError('refused', this.refusal)
  }

  /** Blocks all writes until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    return resolve
  }
}

export const bytesOf = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256)
export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Starts a server that keeps volumes in the store, with a project. */
export async function startImportServer(store: SmallStore) {
  const server = await startTestServer({ volumeStore: store })
  return { server, admin: server.admin, project: await newProject(server) }
}

/** Imports of disks and their steps, for tests. `on` returns the server and the project of the disks. */
export function importsOn(on: () => { server: TestServer; project: string }) {
  const admin = () => on().server.admin
  let serial = 0

  /** Creates a disk that is ready for its import; returns its id. */
  async function importable(blockSize = 512): Promise<string> {
    const { server, project } = on()
    const { id } = await admin().ok('disk_create', {
      query: { project },
      body: {
        name: `import-${++serial}`,
        description: '',
        size: GIB,
        disk_source: { type: 'importing_blocks', block_size: blockSize },
      },
    })
    await server.settle()
    return id
  }
  const start = (disk: string) => admin().call('disk_bulk_write_import_start', { path: { disk } })
  const stop = (disk: string) => admin().call('disk_bulk_write_import_stop', { path: { disk } })
  const finalize = (disk: string, body: object = {}) => admin().call('disk_finalize_import', { path: { disk }, body })
  const write = (disk: string, offset: number | bigint, data: Uint8Array | string, caller = admin()) =>
    caller.call('disk_bulk_write_import', {
      path: { disk },
      body: `{"offset": ${offset}, "base64_encoded_data": ${JSON.stringify(typeof data === 'string' ? data : base64(data))}}`,
    })
  const stateOf = async (disk: string) => (await admin().ok('disk_view', { path: { disk } })).state.state

  /** Creates a disk whose import has been started; returns its id. */
  async function importing(blockSize?: number): Promise<string> {
    const id = await importable(blockSize)
    expect((await start(id)).status).toBe(204)
    return id
  }
  const volumes = () => on().server.plane.services.platform.volumes
  return { importable, importing, start, stop, finalize, write, stateOf, volumes }
}
