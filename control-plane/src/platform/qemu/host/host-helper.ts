import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { PlatformError } from '../../interface/platform-error.ts'
import type { HostSettings } from './host.ts'
import { linesOf } from './lines.ts'
import {
  MAX_CALLS_OF_CLIENT,
  MAX_MESSAGE_BYTES,
  type Method,
  methods,
  type Parameters,
  response,
  type Result,
} from './messages.ts'

const HELPER_PROGRAM = fileURLToPath(new URL('helper.ts', import.meta.url))

interface Call {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** A helper process, from its start to its end. */
export class HostHelper {
  readonly #child: ChildProcess
  readonly #socket: Duplex
  readonly #calls = new Map<number, Call>()
  readonly #waiting: (() => void)[] = []
  #nextId = 0
  #ended = false
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>

  constructor(settings: HostSettings) {
    // A session of its own: signals to the server's terminal do not reach it.
    this.#child = spawn(process.execPath, [HELPER_PROGRAM, JSON.stringify(settings)], {
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    this.#socket = this.#child.stdio[3] as Duplex
    this.#socket.on('error', () => {})
    this.exited = new Promise((resolve) => {
      this.#child.once('exit', () => resolve())
      this.#child.once('error', () => resolve())
    })
    void this.exited.then(() => this.#end())
    void this.#read()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Rejects with a PlatformError if the platform's part failed with one, or the helper ended; else with an error. */
  async call<Name extends Method>(method: Name, parameters: Parameters<Name>): Promise<Result<Name>> {
    while (this.#calls.size >= MAX_CALLS_OF_CLIENT && !this.#ended)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.#ended) throw lost()
    const id = this.#nextId++
    const line = `${JSON.stringify({ id, method, parameters })}\n`
    if (Buffer.byteLength(line) > MAX_MESSAGE_BYTES)
      throw new PlatformError('permanent', `The call ${method} is larger than ${MAX_MESSAGE_BYTES} bytes`)
    const result = await new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject })
      this.#socket.write(line)
    })
    return methods[method].result.parse(result) as Result<Name>
  }

  /** Ends the process. Calls in progress are cut off. */
  async close(): Promise<void> {
    this.#socket.destroy()
    await this.exited
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#socket, MAX_MESSAGE_BYTES)) this.#onResponse(JSON.parse(line))
    } catch {
      // An invalid answer, or the end of the answers, ends the connection.
    }
    this.#socket.destroy()
    this.#end()
  }

  #onResponse(value: unknown): void {
    const answer = response.parse(value)
    const call = this.#calls.get(answer.id)
    if (!call) return
    this.#calls.delete(answer.id)
    this.#waiting.shift()?.()
    if ('result' in answer) return call.resolve(answer.result)
    const { kind, message } = answer.failure
    call.reject(kind ? new PlatformError(kind, message) : new Error(message))
  }

  #end(): void {
    this.#ended = true
    for (const call of this.#calls.values()) call.reject(lost())
    this.#calls.clear()
    for (const resume of this.#waiting.splice(0)) resume()
  }
}

const lost = () => new PlatformError('transient', "The host's helper has ended")
