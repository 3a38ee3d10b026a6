import { chmod, chown, link, lstat, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { durable } from '../../../../file-system/durable-files.ts'
import { ifMissing } from '../../../../file-system/if-missing.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import type { Layer } from '../../volumes/chain-reader.ts'
import type { StoredDisk } from '../order/machine-order.ts'
import { QEMU_FOLDER, qemuFiles } from './machine-files.ts'
import { type MachineSocket, socketIn, type SocketName } from './machine-socket.ts'

const LINK_TRIAL = '.link-trial'
const LAYER_FILE = /\.(raw|qcow2)$/

/**
 * Machines have links to the layers of their disks.
 * @throws `transient` where the folders are on different file systems, or mounts of one
 */
export async function requireLinks(storage: string, machines: string): Promise<void> {
  const [file, its] = [join(storage, LINK_TRIAL), join(machines, LINK_TRIAL)]
  const clear = () => Promise.all([file, its].map((path) => rm(path, { force: true })))
  try {
    await mkdir(machines, { recursive: true, mode: 0o700 })
    await clear()
    await writeFile(file, '')
    await link(file, its)
  } catch (error) {
    // Without space, for example, machines run on.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') return
    const way = 'put both on one, such as all of the folder above them'
    throw new PlatformError('transient', `${storage} and ${machines} are on different file systems: ${way}`, error)
  } finally {
    await clear().catch(() => {})
  }
}

/**
 * The folder where the QEMU of a machine runs, with the files that it opens. The files belong to the server. A machine
 * with a user of its own can change no entry: its sockets are in a subfolder, where the server uses no paths.
 */
export class QemuFolder {
  readonly path: string
  readonly #layers = new Set<string>()

  constructor(machinePath: string) {
    this.path = join(machinePath, QEMU_FOLDER)
  }

  file(name: keyof typeof qemuFiles): string {
    return join(this.path, qemuFiles[name])
  }

  /**
   * Prepares the folder for a start. Only the serial output and the EFI variables of an earlier process stay.
   * @param shared whether the machine has a user of its own, who is given the files when it starts
   */
  async prepare(
    cidata: Uint8Array,
    disks: readonly Pick<StoredDisk, 'chain' | 'medium'>[],
    shared: boolean,
  ): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    await rm(this.file('cidata'), { force: true })
    await this.unlink()
    await this.#create('cidata', cidata)
    await this.#create('serialLog')
    for (const { chain, medium } of disks)
      for (const [at, layer] of [...chain.entries()].toReversed())
        await this.link(layer, at || medium === 'cd' ? 'read' : 'write', shared)
  }

  /**
   * Provides EFI variables: those that the machine left, else those of a new machine. Incomplete variables, which a
   * power failure or the machine itself may leave, are replaced: firmware does not start with them.
   */
  async prepareEfi(initial: string): Promise<void> {
    const path = this.file('efiVariables')
    const { size } = await stat(initial)
    const left = await lstat(path).catch(() => undefined)
    if (left?.isFile() && left.size === size) return
    await durable(path, await readFile(initial))
  }

  /** The layers that the run was given. Their links in the folder are the record that a later process reads. */
  get layers(): ReadonlySet<string> {
    return this.#layers
  }

  /** Reads the links that an earlier process has left. */
  async load(): Promise<void> {
    for (const name of await this.#links()) this.#layers.add(name)
  }

  /** Links a layer for the machine. With a user of its own the machine also needs `giveLayer` to write to it. */
  async link({ path }: Layer, use: 'write' | 'read', shared: boolean): Promise<void> {
    const target = join(this.path, basename(path))
    const linked = await lstat(target).catch(ifMissing(undefined))
    // An existing link stays: if this process ended after removing it, no record of the open layer would remain.
    if (linked?.ino !== (await stat(path)).ino) {
      await rm(target, { force: true })
      await link(path, target)
    }
    this.#layers.add(basename(path))
    if (!shared) return
    // The layer may have the group of a machine that wrote to it before.
    await chown(target, process.getuid!(), process.getgid!())
    await chmod(target, use === 'write' ? 0o600 : 0o444)
  }

  /** Removes links of layers so that their space can be freed: of removed layers, or of all when the run has ended. */
  async unlink(isKept: (layer: string) => boolean = () => false): Promise<void> {
    for (const name of await this.#links()) {
      if (isKept(name)) continue
      await rm(join(this.path, name), { force: true })
      this.#layers.delete(name)
    }
  }

  /** A socket of the machine. @param owner returns the user of the machine's process */
  socket(name: SocketName, owner: () => number): MachineSocket {
    return socketIn(this.path, name, owner)
  }

  async #links(): Promise<string[]> {
    return (await readdir(this.path).catch(ifMissing<string[]>([]))).filter((name) => LAYER_FILE.test(name))
  }

  async #create(name: keyof typeof qemuFiles, content?: Uint8Array): Promise<void> {
    await using file = await open(this.file(name), 'a', 0o600)
    if (content) await file.writeFile(content)
  }
}
