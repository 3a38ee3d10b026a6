import type { ControlPlane } from '../control-plane.ts'
import { PAGE } from '../kernel/access/client-address.ts'
import type { Env } from '../kernel/http/binder.ts'
import type { DuplexSession, JoinDuplex } from '../kernel/http/duplex.ts'
import type { CarriedRequest, FromControlPlane, ToControlPlane } from './messages.ts'

type Post = (message: FromControlPlane, transfer?: Transferable[]) => void

const SESSION = /^skerry-session[^=]*=([^;]*)/
/** WebSocket close code of a connection that was refused or lost. */
const LOST = 1006

/** Answers the requests of one page. It keeps the session's cookie, which browsers allow no script to set. */
export class PageRequests {
  readonly #controlPlane: Pick<ControlPlane, 'fetch'>
  readonly #post: Post
  readonly #running = new Map<number, AbortController>()
  readonly #sessions = new Map<number, DuplexSession>()
  #session: string

  constructor(controlPlane: Pick<ControlPlane, 'fetch'>, session: string, post: Post) {
    this.#controlPlane = controlPlane
    this.#session = session
    this.#post = post
  }

  /** Signs the page in with another session. */
  actWith(session: string): void {
    this.#session = session
  }

  receive(message: ToControlPlane): void {
    if (message.kind === 'request') void this.#answer(message.id, message.request)
    else if (message.kind === 'abort') this.#running.get(message.id)?.abort()
    else if (message.kind === 'connect') void this.#connect(message.id, message.request)
    else if (message.kind === 'send') void this.#sessions.get(message.id)?.receive(new Uint8Array(message.bytes))
    else if (message.kind === 'disconnect') this.#disconnected(message.id)
  }

  async #fetch(
    carried: CarriedRequest,
    more: Pick<Env['Bindings'], 'duplex'>,
    signal?: AbortSignal,
  ): Promise<Response> {
    return this.#controlPlane.fetch(requestOf(carried, this.#session, signal), {
      ...more,
      remoteAddress: PAGE,
      setCookie: (cookie) => (this.#session = SESSION.exec(cookie)?.[1] ?? this.#session),
    })
  }

  async #answer(id: number, carried: CarriedRequest): Promise<void> {
    const aborter = new AbortController()
    this.#running.set(id, aborter)
    try {
      const response = await this.#fetch(carried, {}, aborter.signal)
      const { status, headers } = response
      if (headers.get('content-type') === 'text/event-stream' && response.body) {
        this.#post({ kind: 'answer', id, answer: { status, headers: [...headers], body: null, isStream: true } })
        return await this.#pass(id, response.body, aborter.signal)
      }
      const body = response.body && (await response.arrayBuffer())
      this.#post({ kind: 'answer', id, answer: { status, headers: [...headers], body } }, body ? [body] : [])
    } finally {
      this.#running.delete(id)
    }
  }

  /** Passes the parts of a body on as they come, until it ends or the page aborts. */
  async #pass(id: number, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
    const reader = body.getReader()
    const cancel = () => void reader.cancel()
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const bytes = part.value.slice().buffer
      this.#post({ kind: 'part', id, bytes }, [bytes])
    }
    this.#post({ kind: 'part', id, bytes: null })
  }

  async #connect(id: number, carried: CarriedRequest): Promise<void> {
    let join: JoinDuplex | undefined
    const response = await this.#fetch(carried, { duplex: (accepted) => void (join = accepted) })
    if (!join) return this.#post({ kind: 'disconnected', id, code: LOST, reason: `Refused: ${response.status}` })
    this.#post({ kind: 'connected', id })
    const session = join({
      send: async (bytes) => {
        const copy = bytes.slice().buffer
        this.#post({ kind: 'message', id, bytes: copy }, [copy])
      },
      close: (code, reason) => {
        this.#disconnected(id)
        this.#post({ kind: 'disconnected', id, code, reason })
      },
    })
    this.#sessions.set(id, session)
  }

  #disconnected(id: number): void {
    this.#sessions.get(id)?.end()
    this.#sessions.delete(id)
  }
}

/** Browsers drop `Cookie` from the headers of a request that a script makes, but not from other headers. */
function requestOf({ url, method, headers, body }: CarriedRequest, session: string, signal?: AbortSignal): Request {
  const request = new Request(url, { method, body, ...(signal && { signal }) })
  const all = new Headers(headers)
  if (session) all.set('cookie', `skerry-session=${session}`)
  return Object.defineProperty(request, 'headers', { value: all })
}
