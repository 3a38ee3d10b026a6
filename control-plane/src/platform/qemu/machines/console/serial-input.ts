import { close, constants, fstat, open } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { PlatformError } from '../../../interface/platform-error.ts'

const { O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
const [openFile, statFile, closeFile] = [promisify(open), promisify(fstat), promisify(close)]

/** The end of a serial port's FIFO to which the server writes. QEMU holds the other end while it runs. */
export class SerialInput {
  readonly #path: string
  #pipe: Promise<Socket | undefined> | undefined

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Resolves once QEMU has the bytes, or no longer runs. Rejects as `transient` if the FIFO cannot be opened, or is none.
   */
  async write(bytes: Uint8Array): Promise<void> {
    const pipe = await (this.#pipe ??= this.#open())
    if (pipe) await new Promise<void>((resolve) => pipe.write(bytes, () => resolve()))
  }

  /** Drops what QEMU has not taken yet. */
  async close(): Promise<void> {
    const pipe = await this.#pipe?.catch(() => undefined)
    pipe?.destroy()
  }

  async #open(): Promise<Socket | undefined> {
    try {
      const pipe = await pipeTo(this.#path)
      return pipe.on('error', () => {}).once('close', () => (this.#pipe = undefined))
    } catch (error) {
      this.#pipe = undefined
      if (HAS_ENDED.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
      throw new PlatformError('transient', `The serial port takes no input: ${(error as Error).message}`, error)
    }
  }
}

/** The FIFO has no reader, or was removed with the other files of an ended machine. */
const HAS_ENDED = ['ENXIO', 'ENOENT']

async function pipeTo(path: string): Promise<Socket> {
  const fd = await openFile(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
  try {
    if (!(await statFile(fd)).isFIFO()) throw new Error('What is there is no FIFO')
    return new Socket({ fd, readable: false, writable: true })
  } catch (error) {
    await closeFile(fd)
    throw error
  }
}
