import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { OpenFolder } from '../../../../file-system/open-folder.ts'
import type { MachineUser } from '../users/machine-user.ts'

/** The only folder, inside QEMU's folder, that the machine may write. No other module knows its name. */
const RUN_FOLDER = 'run'

/** Creates the empty folder in a new folder of QEMU. */
export async function makeRunFolder(qemu: OpenFolder): Promise<void> {
  await mkdir(qemu.path(RUN_FOLDER), { mode: 0o700 })
}

/** Gives the folder to the machine. From here on the server only connects to sockets in it. */
export async function giveRunFolder(qemu: OpenFolder, user: MachineUser): Promise<void> {
  await using run = await qemu.folder(RUN_FOLDER, process.getuid!())
  await run.give(user, user, 0o711)
}

const names = {
  qmp: 'qmp.sock',
  /** The socket of the display's viewers. */
  display: 'vnc.sock',
  /** The socket of the guest agent's port. */
  agent: 'agent.sock',
} as const
export type SocketName = keyof typeof names

/** A path in that folder, for a command line. Not a string, so neither `join` nor `node:fs` accepts it by mistake. */
class PathForQemu {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  toString(): string {
    return this.#path
  }
}

/** The path relative to the folder above, QEMU's working directory. */
export const socketForQemu = (name: SocketName): PathForQemu => new PathForQemu(pathOf(name))

const pathOf = (name: SocketName) => `${RUN_FOLDER}/${names[name]}`

/** A flag of Linux that only names a file: a FIFO or a device is not opened. */
const O_PATH = 0x20_0000

/**
 * A socket of QEMU in a folder that the machine may write. The machine may replace it, for example by a link to another
 * program's socket, which would trust the server. So it is not a path, and only offers a checked connection.
 */
export class MachineSocket {
  readonly #path: string
  readonly #owner: () => number

  /** @param owner returns the user of the machine's process */
  constructor(path: string, owner: () => number) {
    this.#path = path
    this.#owner = owner
  }

  /** Connects if the machine has created it. Rejects with the system's error, such as ENOENT, or one of this class. */
  async connect(): Promise<Socket> {
    const file = await open(this.#path, O_PATH | constants.O_NOFOLLOW)
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

/** @param qemuFolder the folder where the machine's QEMU runs */
export const socketIn = (qemuFolder: string, name: SocketName, owner: () => number): MachineSocket =>
  new MachineSocket(join(qemuFolder, pathOf(name)), owner)
