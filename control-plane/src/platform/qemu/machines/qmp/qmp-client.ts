import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { jsonOf } from '../../base/own-json.ts'
import type { MachineSocket } from '../files/machine-socket.ts'
import { type QmpCommand, qmpCommands, type QmpEvent, qmpMessage, type QmpResult, USED_EVENTS } from './qmp-messages.ts'

const ANSWER_MS = 10_000
/**
 * Maximum size of a message: a QEMU that its guest has compromised may send anything. A larger one ends the connection.
 */
const MAX_MESSAGE_CHARACTERS = 2 ** 20
const MAX_OPEN_COMMANDS = 64
/** The window of time for which input is limited: more would slow the server down for all others. */
const WINDOW_MS = 100
/** Maximum number of messages in a window, without unused events. */
const WINDOW_MESSAGES = 64
/** Maximum size of these messages in a window: to parse a megabyte may take a fifth of a second. */
const WINDOW_PARSED_CHARACTERS = 128 * 2 ** 10
const LIMITS = {
  /** Maximum input in a window, with unused events. Guests can make QEMU send a third of it. */
  windowCharacters: 8 * 2 ** 20,
  /**
   * Time for which input may exceed its limits. QEMU keeps what is not read in memory, without bound. Shorter than the
   * deadline: else commands would fail before it, for another reason.
   */
  maxFloodMs: 5000,
}
/** After this many unused events in a window, QEMU is left to collect some for each read: reads cost most. */
const MAX_SINGLE_EVENTS = 64
const COLLECTING_MS = 2
/** Maximum size of a read; a smaller one has read all that there was. */
const READ_BYTES = 2 ** 16
/**
 * The beginning of an event that is not used, as QEMU writes it. Such events are skipped unparsed: a guest whose disk
 * fails causes thousands a second.
 */
const UNUSED_EVENT = new RegExp(
  `\\{"timestamp": \\{"seconds": \\d+, "microseconds": \\d+\\}, "event": "(?!(?:${USED_EVENTS.join('|')})")`,
  'y',
)

/** A command failed: QEMU refused it, or the connection ended. */
export class QmpError extends Error {
  /** QEMU's class of the error; undefined when the connection failed. */
  readonly qemuClass: string | undefined

  constructor(message: string, qemuClass?: string) {
    super(message)
    this.name = 'QmpError'
    this.qemuClass = qemuClass
  }
}

/** The connection was ended because QEMU sent more than is allowed for too long. */
export class QmpFlood extends QmpError {}

interface OpenCommand {
  resolve(result: unknown): void
  reject(error: QmpError): void
  timer: NodeJS.Timeout
}

/** A connection to a running QEMU by the QEMU Machine Protocol (QMP). */
export class QmpClient {
  readonly #socket: Socket
  readonly #deadlineMs: number
  readonly #limits: typeof LIMITS
  readonly #open = new Map<number, OpenCommand>()
  readonly #greeting = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<QmpError>()
  readonly #decoder = new StringDecoder('utf8')
  #text = ''
  /** Input that is still allowed in this window; undefined between windows. */
  #left: { messages: number; parsed: number; characters: number; singleEvents: number } | undefined
  /** Since when each window has had more input than is allowed. */
  #floodedSince: number | undefined
  #lastId = 0
  #error: QmpError | undefined
  /** Receives events in their order. */
  onEvent: (event: QmpEvent) => void = () => {}

  private constructor(socket: Socket, deadlineMs: number, limits: typeof LIMITS) {
    this.#socket = socket
    this.#deadlineMs = deadlineMs
    this.#limits = limits
    this.#greeting.promise.catch(() => {})
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('error', ({ message }) => this.#fail(new QmpError(message)))
    socket.on('close', () => this.#fail(new QmpError('QEMU closed the connection')))
  }

  /** Connects and negotiates. Rejects with a QmpError when nothing listens or no greeting comes in time. */
  static async connect(
    target: MachineSocket,
    onEvent?: QmpClient['onEvent'],
    deadlineMs = ANSWER_MS,
    limits = LIMITS,
  ): Promise<QmpClient> {
    const socket = await target.connect().catch(({ message }: Error) => {
      throw new QmpError(message)
    })
    const client = new QmpClient(socket, deadlineMs, limits)
    if (onEvent) client.onEvent = onEvent
    const late = setTimeout(() => client.#fail(new QmpError(`No greeting in ${deadlineMs} ms`)), deadlineMs)
    try {
      await client.#greeting.promise
      await client.execute('qmp_capabilities')
    } catch (error) {
      client.close()
      throw error
    } finally {
      clearTimeout(late)
    }
    return client
  }

  /** Resolves when the connection has ended, with the reason. */
  get closed(): Promise<QmpError> {
    return this.#closed.promise
  }

  /** Sends a command. Rejects with a QmpError when QEMU refuses it, does not answer in time, or is gone. */
  async execute<Command extends QmpCommand>(
    command: Command,
    parameters?: Readonly<Record<string, unknown>>,
  ): Promise<QmpResult<Command>> {
    if (this.#error) throw this.#error
    if (this.#open.size >= MAX_OPEN_COMMANDS) throw new QmpError(`${MAX_OPEN_COMMANDS} commands are not answered`)
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => {
      this.#open.delete(id)
      reject(new QmpError(`No answer to ${command} in ${this.#deadlineMs} ms`))
    }, this.#deadlineMs)
    this.#open.set(id, { resolve, reject, timer })
    this.#socket.write(`${JSON.stringify({ execute: command, arguments: parameters, id })}\n`)
    const result = qmpCommands[command].safeParse(await promise)
    if (!result.success) throw new QmpError(`The answer to ${command} has an unknown form`)
    return result.data as QmpResult<Command>
  }

  close(): void {
    this.#fail(new QmpError('The connection was closed'))
  }

  #receive(bytes: Buffer): void {
    this.#text += this.#decoder.write(bytes)
    this.#read()
    if (this.#left!.singleEvents > 0 || bytes.length >= READ_BYTES || this.#socket.isPaused()) return
    this.#socket.pause()
    setTimeout(() => this.#mayRead && this.#socket.resume(), COLLECTING_MS).unref()
  }

  /** Reads messages up to the limit of this window, and then stops reading until the next one. */
  #read(): void {
    if (!this.#left) {
      const characters = this.#limits.windowCharacters
      this.#left = {
        messages: WINDOW_MESSAGES,
        parsed: WINDOW_PARSED_CHARACTERS,
        characters,
        singleEvents: MAX_SINGLE_EVENTS,
      }
      setTimeout(() => this.#endWindow(), WINDOW_MS).unref()
    }
    let at = 0
    for (let end; this.#mayRead && (end = this.#text.indexOf('\n', at)) >= 0; at = end + 1) {
      this.#left.characters -= end - at
      if (this.#isUnusedEvent(at)) this.#left.singleEvents -= 1
      else {
        this.#left.messages -= 1
        this.#left.parsed -= end - at
        const line = this.#text.slice(at, end)
        if (line.trim()) this.#message(line)
      }
    }
    if (this.#error) return
    this.#text = this.#text.slice(at)
    if (!this.#mayRead) this.#socket.pause()
    else if (this.#text.length > MAX_MESSAGE_CHARACTERS)
      this.#fail(new QmpError('QEMU sent a message that is too long'))
  }

  #isUnusedEvent(at: number): boolean {
    UNUSED_EVENT.lastIndex = at
    return UNUSED_EVENT.test(this.#text)
  }

  get #mayRead(): boolean {
    if (this.#error) return false
    return !this.#left || (this.#left.messages > 0 && this.#left.parsed > 0 && this.#left.characters > 0)
  }

  #endWindow(): void {
    const isFlooded = !this.#mayRead
    this.#left = undefined
    if (this.#error) return
    if (!isFlooded) this.#floodedSince = undefined
    else this.#floodedSince ??= performance.now()
    if (this.#floodedSince !== undefined && performance.now() - this.#floodedSince >= this.#limits.maxFloodMs)
      return this.#fail(new QmpFlood('QEMU sends messages without end'))
    if (!this.#socket.isPaused()) return
    this.#socket.resume()
    this.#read()
  }

  #message(line: string): void {
    const message = qmpMessage.safeParse(jsonOf(line))
    if (line.length > MAX_MESSAGE_CHARACTERS || !message.success)
      return this.#fail(new QmpError('QEMU sent a message that is not of its protocol'))
    if ('QMP' in message.data) this.#greeting.resolve()
    else if ('event' in message.data) this.onEvent(message.data)
    else this.#answer(message.data)
  }

  /** Handles an answer. One after its deadline, or to no command, is ignored. */
  #answer(answer: { id?: number | undefined; return?: unknown; error?: { class: string; desc: string } }): void {
    const command = this.#open.get(answer.id ?? -1)
    if (!command) return
    this.#open.delete(answer.id!)
    clearTimeout(command.timer)
    if (answer.error) command.reject(new QmpError(answer.error.desc, answer.error.class))
    else command.resolve(answer.return)
  }

  #fail(error: QmpError): void {
    if (this.#error) return
    this.#error = error
    this.#text = ''
    this.#socket.destroy()
    this.#greeting.reject(error)
    for (const { reject, timer } of this.#open.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#open.clear()
    this.#closed.resolve(error)
  }
}
