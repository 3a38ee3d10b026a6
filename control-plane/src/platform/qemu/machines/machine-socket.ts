import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { MachineUser } from './machine-user.ts'
import type { OpenFolder } from './open-folder.ts'

/** The folder in a machine's folder of QEMU that the machine itself may write. No other module knows its name. */
const RUN_FOLDER = 'run'

export const isRunFolder = (name: string): boolean => name === RUN_FOLDER

/** Has it, empty, in a folder of QEMU that has none. */
export async function makeRunFolder(qemu: OpenFolder): Promise<void> {
  await mkdir(qemu.path(RUN_FOLDER), { mode: 0o700 })
}

/** From here on the server connects to what is in it, and does nothing else there. */
export async function giveRunFolder(qemu: OpenFolder, user: MachineUser): Promise<void> {
  await using run = await qemu.folder(RUN_FOLDER, process.getuid!())
  await run.give(user, user, 0o711)
}

const names = {
  qmp: 'qmp.sock',
  serial: 'serial.sock',
  /** Where the display's viewers connect. */
  display: 'vnc.sock',
  /** The port of the guest's agent. */
  agent: 'agent.sock',
} as const
export type SocketName = keyof typeof names

/** A path in that folder, for a command line. It is no string: neither `join` nor a call of `node:fs` takes it. */
class PathForQemu {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  toString(): string {
    return this.#path
  }
}

/** As QEMU names it, whose working directory is the folder above. */
export const socketForQemu = (name: SocketName): PathForQemu => new PathForQemu(pathOf(name))

const pathOf = (name: SocketName) => `${RUN_FOLDER}/${names[name]}`

/** Linux's flag for a file that is only named: it opens nothing, so neither a FIFO nor a device has an effect. */
const O_PATH = 0x20_0000

/**
 * A socket of QEMU in a folder that the machine may write: anything may be there instead, such as a link to the socket of
 * another program, which would take the server for its friend. So it is no path, and can be used for a connection alone.
 */
export class MachineSocket {
  readonly #path: string
  readonly #owner: () => number
  readonly #earlierPath: string

  /**
   * @param owner as whom the machine runs
   * @param earlierPath where an earlier version has started it
   */
  constructor(path: string, owner: () => number, earlierPath = path) {
    this.#path = path
    this.#owner = owner
    this.#earlierPath = earlierPath
  }

  /** Connects if the machine has made it. Rejects with the system's error, such as ENOENT, or one of this class. */
  async connect(): Promise<Socket> {
    const file = await openOnly(this.#path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? openOnly(this.#earlierPath) : Promise.reject(error),
    )
    try {
      const stat = await file.stat()
      if (!stat.isSocket() || stat.uid !== this.#owner()) throw new Error('What is there is no socket of the machine')
      const socket = connect(`/proc/self/fd/${file.fd}`).on('error', () => {})
      await once(socket, 'connect')
      return socket
    } finally {
      // Not awaited: the caller has the socket before anything else happens to it.
      void file.close()
    }
  }
}

const openOnly = (path: string): Promise<FileHandle> => open(path, O_PATH | constants.O_NOFOLLOW)

/** @param qemuFolder where the machine's QEMU runs */
export const socketIn = (qemuFolder: string, name: SocketName, owner: () => number): MachineSocket =>
  new MachineSocket(join(qemuFolder, pathOf(name)), owner, join(qemuFolder, names[name]))
