/** Fetches files and reports their bytes as they arrive, of all files that have begun. */
export class Downloads {
  readonly #onProgress: (loaded: number, total: number) => void
  #loaded = 0
  #total = 0

  constructor(onProgress: (loaded: number, total: number) => void) {
    this.#onProgress = onProgress
  }

  async stream(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const response = await fetch(url)
    if (!response.ok || !response.body) throw new Error(`${url} could not be loaded: ${response.status}`)
    this.#total += Number(response.headers.get('content-length'))
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, stream) => {
        this.#loaded += part.length
        this.#onProgress(this.#loaded, this.#total)
        stream.enqueue(part)
      },
    })
    return response.body.pipeThrough(counted)
  }
}
