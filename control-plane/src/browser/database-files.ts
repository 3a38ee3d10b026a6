import type { DatabaseFiles } from './messages.ts'

/** Content with which the database starts. */
export interface LoadedFiles {
  /** A tar archive. */
  snapshot: Uint8Array
  program: WebAssembly.Module
  share: Blob
}

/** Browsers compile nothing of another type, which not every static host knows. */
const wasm = { headers: { 'content-type': 'application/wasm' } }

/** Fetches and unpacks all files; reports their bytes as they arrive, of all files that have begun. */
export async function loadDatabaseFiles(
  { snapshot, program, share }: DatabaseFiles,
  onProgress: (loaded: number, total: number) => void,
): Promise<LoadedFiles> {
  let loaded = 0
  let total = 0
  async function load(url: string) {
    const response = await fetch(url)
    if (!response.ok || !response.body) throw new Error(`${url} could not be loaded: ${response.status}`)
    total += Number(response.headers.get('content-length'))
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, stream) => {
        loaded += part.length
        onProgress(loaded, total)
        stream.enqueue(part)
      },
    })
    return response.body.pipeThrough(counted)
  }
  const unpacked = async (url: string) => new Response((await load(url)).pipeThrough(new DecompressionStream('gzip')))
  const compiled = async (url: string) => WebAssembly.compileStreaming(new Response(await load(url), wasm))
  const [archive, module, files] = await Promise.all([
    unpacked(snapshot).then((answer) => answer.arrayBuffer()),
    compiled(program),
    unpacked(share).then((answer) => answer.blob()),
  ])
  return { snapshot: new Uint8Array(archive), program: module, share: files }
}
