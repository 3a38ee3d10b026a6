import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { FileArchives } from '../../node/folder/file-archives.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Longer than all attempts take. */
const MAX_COLLECTION_MS = 300_000

/** Creates a bundle, and collects it or lets that fail. @returns its id */
export async function collectBundle({ admin, settle }: TestServer): Promise<string> {
  const { id } = await admin.ok('support_bundle_create')
  await settle(MAX_COLLECTION_MS)
  return id
}

/** Starts a server that keeps bundles in a new folder. `close` also removes the folder. */
export async function startBundleServer() {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-bundles-'))
  const server = await startTestServer({ archives: new FileArchives(folder, 0) })
  const close = async () => {
    await server.close()
    await rm(folder, { recursive: true })
  }
  return { server, folder, close }
}

/** The texts of the files in a zip, by path. */
export async function unzipped(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const contents = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    contents.set(entry.fileName, Buffer.concat(chunks).toString())
  }
  return contents
}
