import type { Socket } from 'node:net'
import type { DisplayStream } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import type { Work } from '../../base/work.ts'
import type { MachineSocket } from '../files/machine-socket.ts'

/** Maximum number of viewers: QEMU encodes the display for each. */
const MAX_VIEWERS = 10
const ACCEPT_MS = 4000
const ACCEPT_POLL_MS = 20

/** The display of a machine. Each viewer has its own connection to QEMU, and ends with it. */
export class MachineDisplay {
  readonly #socket: MachineSocket
  readonly #work: Work
  readonly #viewers = new Set<Socket>()
  #connecting = 0

  constructor(socket: MachineSocket, work: Work) {
    this.#socket = socket
    this.#work = work
  }

  /** Connects a viewer to the display of a running machine. */
  async open(): Promise<DisplayStream> {
    const socket = await this.#connect()
    return {
      output: outputOf(socket),
      write: (bytes) => written(socket, bytes),
      close: () => void socket.destroy(),
    }
  }

  /** Disconnects the viewers. */
  leave(): void {
    for (const socket of this.#viewers) socket.destroy()
  }

  async #connect(): Promise<Socket> {
    const end = performance.now() + ACCEPT_MS
    for (;;) {
      if (this.#viewers.size + this.#connecting >= MAX_VIEWERS)
        throw new PlatformError('transient', `The display has ${MAX_VIEWERS} viewers already`)
      this.#connecting++
      try {
        return this.#viewed(await this.#socket.connect())
      } catch (error) {
        // QEMU's queue holds two connections that it has not accepted yet; EAGAIN means that it is full.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > end) throw asPlatformError(error)
      } finally {
        this.#connecting--
      }
      await this.#work.sleep(ACCEPT_POLL_MS)
    }
  }

  #viewed(socket: Socket): Socket {
    if (this.#work.ended) return socket.destroy()
    this.#viewers.add(socket)
    return socket.once('close', () => this.#viewers.delete(socket))
  }
}

function asPlatformError(error: unknown): PlatformError {
  const { code, message } = error as NodeJS.ErrnoException
  // A machine that has ended leaves a socket that nothing accepts, until its folder is removed.
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return new PlatformError('gone', 'The machine has ended, or has removed its display')
  return new PlatformError('transient', `The display does not answer: ${message}`, error)
}

/** The socket's output, with back pressure. */
function outputOf(socket: Socket): ReadableStream<Uint8Array> {
  socket.pause()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        socket.on('data', (bytes: Buffer) => {
          controller.enqueue(new Uint8Array(bytes))
          socket.pause()
        })
        socket.once('close', () => controller.close())
      },
      pull: () => void socket.resume(),
      cancel: () => void socket.destroy(),
    },
    { highWaterMark: 1 },
  )
}

/** Resolves once QEMU has the bytes, or no longer runs. */
function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => socket.write(bytes, () => resolve()))
}
