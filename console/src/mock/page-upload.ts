import { pageFetch } from './page-fetch.ts'

/** An XMLHttpRequest by `pageFetch`, as much of one as uploads use. The file is there at once, so none is half sent. */
export class PageUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  readonly #headers = new Headers()
  readonly #aborter = new AbortController()
  #method = ''
  #address = ''

  open(method: string, address: string): void {
    this.#method = method
    this.#address = address
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  send(file: File): void {
    this.#send(file).then(
      () => this.dispatchEvent(new Event('load')),
      () => this.dispatchEvent(new Event(this.#aborter.signal.aborted ? 'abort' : 'error')),
    )
  }

  abort(): void {
    this.#aborter.abort()
  }

  async #send(body: File): Promise<void> {
    const { signal } = this.#aborter
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: body.size, total: body.size }))
    this.upload.dispatchEvent(new Event('load'))
    const answer = await pageFetch(this.#address, { method: this.#method, headers: this.#headers, body, signal })
    this.responseText = await answer.text()
    this.status = answer.status
  }
}
