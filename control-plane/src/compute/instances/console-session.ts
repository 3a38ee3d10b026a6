import type { Clock } from '../../clock/clock.ts'
import { yieldToEventLoop } from '../../clock/yield-to-event-loop.ts'
import type { Call } from '../../kernel/http/call.ts'
import type { DuplexClient, DuplexSession, JoinDuplex } from '../../kernel/http/duplex.ts'
import { ApiError, badInput } from '../../kernel/http/errors.ts'

/** A machine's end of a console. */
export interface ConsoleStream<Chunk> {
  readonly output: ReadableStream<Chunk>
  write(bytes: Uint8Array): Promise<void>
  close(): void
}

/**
 * Accepts the WebSocket of a console. Closed with 1011 when the user has too many open, is signed out or loses the role.
 * @throws 400 without a WebSocket
 */
export function acceptConsole(call: Call, join: JoinDuplex): Response {
  if (!call.duplex) throw badInput('expected a WebSocket upgrade')
  const { consoles } = call.services.budgets
  const { userId } = call.actor
  const recheck = () => call.confirmAccess(call.db)
  call.duplex((client) => {
    const release = consoles.take(userId)
    if (!release) {
      client.close(1011, `${consoles.most} consoles are open already: close one`)
      return { receive() {}, end() {} }
    }
    const checked = rechecked(join(client), client, recheck, call.services.clock)
    return {
      receive: checked.receive,
      end() {
        release()
        checked.end()
      },
    }
  })
  // The transport answers by itself; this response is only logged.
  return new Response(null)
}

const PIECE_BYTES = 1024
/** While no more pieces wait, the client is read on, so that its close is noticed. */
const MAX_PIECES = 256

/** What a client has typed and its machine has not taken yet. */
class TypedInput {
  readonly #stream: Promise<Pick<ConsoleStream<unknown>, 'write'>>
  readonly #pieces: Uint8Array[] = []
  #typing: Promise<void> | undefined

  constructor(stream: Promise<Pick<ConsoleStream<unknown>, 'write'>>) {
    this.#stream = stream
  }

  /** Queues input. A returned promise resolves once all of it is taken, or dropped. */
  add(bytes: Uint8Array): Promise<void> | undefined {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) this.#pieces.push(bytes.subarray(at, at + PIECE_BYTES))
    this.#typing ??= this.#type()
      // Input that the machine no longer reads is lost.
      .catch(() => this.drop())
      .finally(() => (this.#typing = undefined))
    return this.#pieces.length > MAX_PIECES ? this.#typing : undefined
  }

  drop(): void {
    this.#pieces.length = 0
  }

  async #type(): Promise<void> {
    const joined = await this.#stream
    for (let piece = this.#pieces.shift(); piece; piece = this.#pieces.shift()) {
      await joined.write(piece)
      if (this.#pieces.length) await yieldToEventLoop()
    }
  }
}

/** Connects a client to a stream. Closed with 1000 when the stream ends, and with 1011 and the reason when it fails. */
export function joinConsole<Chunk>(
  stream: Promise<ConsoleStream<Chunk>>,
  bytesOf: (chunk: Chunk) => Uint8Array,
  client: DuplexClient,
): DuplexSession {
  const ended = new AbortController()
  const input = new TypedInput(stream)
  stream
    .then((joined) => pump(joined, bytesOf, client, ended.signal))
    .then(
      () => client.close(1000, 'the instance stopped'),
      (error: unknown) => client.close(1011, closeReasonOf(error)),
    )
    // A transport that fails on close has no client to report to.
    .catch(() => {})
  return {
    receive: (bytes) => (ended.signal.aborted ? undefined : input.add(bytes)),
    end() {
      ended.abort()
      input.drop()
      stream.then((joined) => joined.close()).catch(() => {})
    },
  }
}

/** How often the permission of an open console is checked. */
const RECHECK_EVERY_MS = 5_000

/** Closes a console with 1011 once its client is signed out or has lost its role. */
function rechecked(
  session: DuplexSession,
  client: DuplexClient,
  recheck: () => Promise<void>,
  clock: Clock,
): DuplexSession {
  const cancel = clock.every(RECHECK_EVERY_MS, () =>
    recheck().catch((error: unknown) => {
      // A database error is no reason to disconnect the client.
      if (!(error instanceof ApiError) || error.status >= 500) return
      client.close(1011, error.message)
      session.end()
    }),
  )
  return {
    receive: session.receive,
    end() {
      cancel()
      session.end()
    },
  }
}

async function pump<Chunk>(
  stream: ConsoleStream<Chunk>,
  bytesOf: (chunk: Chunk) => Uint8Array,
  client: DuplexClient,
  ended: AbortSignal,
): Promise<void> {
  const reader = stream.output.getReader()
  for (let next = await reader.read(); !next.done && !ended.aborted; next = await reader.read())
    await client.send(bytesOf(next.value))
}

/** Close reasons hold 123 bytes. */
const closeReasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 120)
