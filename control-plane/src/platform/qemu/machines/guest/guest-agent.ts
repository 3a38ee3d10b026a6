import type { Socket } from 'node:net'
import type { GuestReport } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { jsonOf } from '../../base/own-json.ts'
import type { MachineSocket } from '../files/machine-socket.ts'
import { agentAnswer, type AgentCommand, agentCommands, type AgentResult } from './agent-messages.ts'

/** Time limit of a conversation. */
const CONVERSATION_MS = 4000
/** Time limit of a conversation that freezes file systems, which flushes their caches. */
const FREEZE_MS = 10_000
/** Maximum output of a guest in one conversation. Parsing that takes a few milliseconds. */
const MAX_CONVERSATION_BYTES = 256 * 1024
/** Precedes the answer to `guest-sync-delimited`, and does not occur in JSON. */
const DELIMITER = 0xff

/** Sends a command. Resolves to undefined if the agent does not have it, or returns another kind of result. */
type Ask = <Command extends AgentCommand>(command: Command) => Promise<AgentResult<Command> | undefined>

/**
 * The QEMU guest agent in a running machine. Its port serves one client at a time, so conversations are serialized. Its
 * output is untrusted: bounded and validated.
 */
export class GuestAgent {
  readonly #socket: MachineSocket
  readonly #deadlineMs: number
  #last: Promise<unknown> = Promise.resolve()
  #reading: Promise<GuestReport> | undefined

  constructor(socket: MachineSocket, deadlineMs = CONVERSATION_MS) {
    this.#socket = socket
    this.#deadlineMs = deadlineMs
  }

  /** A report about the guest. Concurrent callers get the same answer. Rejects with `transient` without an agent. */
  read(): Promise<GuestReport> {
    this.#reading ??= this.#converse(report).finally(() => (this.#reading = undefined))
    return this.#reading
  }

  /** Freezes file systems. Returns whether it did. Rejects with `transient` without an answer. */
  freeze(): Promise<boolean> {
    return this.#converse(async (ask) => {
      await ask('guest-fsfreeze-freeze')
      return (await ask('guest-fsfreeze-status')) === 'frozen'
    }, FREEZE_MS)
  }

  /** Rejects with `transient` unless file systems can be written to again. */
  thaw(): Promise<void> {
    return this.#converse(async (ask) => {
      await ask('guest-fsfreeze-thaw')
      if ((await ask('guest-fsfreeze-status')) === 'frozen') throw silent('did not thaw the file systems')
    })
  }

  #converse<T>(work: (ask: Ask) => Promise<T>, ms = this.#deadlineMs): Promise<T> {
    const result = this.#last.then(() => this.#connected(work, ms))
    this.#last = result.catch(() => {})
    return result
  }

  async #connected<T>(work: (ask: Ask) => Promise<T>, ms: number): Promise<T> {
    const socket = await this.#socket.connect().catch((error: Error) => {
      throw silent(`cannot be reached: ${error.message}`, error)
    })
    const late = setTimeout(() => socket.destroy(silent(`did not answer in ${ms} ms`)), ms)
    try {
      const lines = agentLines(socket)
      await synchronize(socket, lines)
      return await work(async (command) => {
        send(socket, command)
        return resultOf(command, await nextLine(lines))
      })
    } catch (error) {
      throw error instanceof PlatformError ? error : silent(`cannot be reached: ${(error as Error).message}`, error)
    } finally {
      clearTimeout(late)
      socket.destroy()
    }
  }
}

async function report(ask: Ask): Promise<GuestReport> {
  const [agent, host] = [await ask('guest-info'), await ask('guest-get-host-name')]
  const system = await ask('guest-get-osinfo')
  return {
    agentVersion: agent?.version ?? null,
    hostname: host?.['host-name'] ?? null,
    system: system?.['pretty-name'] ?? ([system?.name, system?.version].filter(Boolean).join(' ') || null),
    kernel: system?.['kernel-release'] ?? null,
    interfaces: (await ask('guest-network-get-interfaces')) ?? [],
    fileSystems: (await ask('guest-get-fsinfo')) ?? [],
  }
}

const silent = (what: string, cause?: unknown) => new PlatformError('transient', `The guest agent ${what}`, cause)

function send(socket: Socket, command: string, parameters?: Readonly<Record<string, unknown>>): void {
  socket.write(`${JSON.stringify({ execute: command, arguments: parameters })}\n`)
}

/** Skips output for earlier clients. The leading delimiter ends an incomplete command of such a client. */
async function synchronize(socket: Socket, lines: AsyncIterator<Buffer>): Promise<void> {
  const id = Math.floor(Math.random() * 2 ** 31)
  socket.write(Buffer.of(DELIMITER))
  send(socket, 'guest-sync-delimited', { id })
  for (;;) {
    const line = await nextLine(lines)
    const answer = agentAnswer.safeParse(jsonOf(line.subarray(line.lastIndexOf(DELIMITER) + 1).toString()))
    if (answer.data && 'return' in answer.data && answer.data.return === id) return
  }
}

async function nextLine(lines: AsyncIterator<Buffer>): Promise<Buffer> {
  const { value, done } = await lines.next()
  if (done) throw silent('hung up')
  return value
}

async function* agentLines(socket: Socket): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  let total = 0
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    total += bytes.length
    if (total > MAX_CONVERSATION_BYTES) throw silent(`wrote more than ${MAX_CONVERSATION_BYTES / 1024} KiB`)
    rest = Buffer.concat([rest, bytes])
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end + 1)
    }
  }
}

function resultOf<Command extends AgentCommand>(command: Command, line: Buffer): AgentResult<Command> | undefined {
  const answer = agentAnswer.safeParse(jsonOf(line.toString()))
  if (!answer.success) throw silent('does not follow its protocol')
  if ('error' in answer.data) return undefined
  return agentCommands[command].safeParse(answer.data.return).data as AgentResult<Command> | undefined
}
