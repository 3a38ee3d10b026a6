import { chmod, chown, link, lstat, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ifMissing } from '../if-missing.ts'
import type { Layer } from '../volumes/chain-reader.ts'
import { durable } from '../../../file-system/disk.ts'
import { QEMU_FOLDER, qemuFiles } from './machine-files.ts'
import type { StoredDisk } from './machine-order.ts'
import { type MachineSocket, socketIn, type SocketName } from './machine-socket.ts'

const LAYER = /\.(raw|qcow2)$/

/**
 * The folder where the QEMU of a machine runs, with the files that it opens. They are the server's, and with a user of its
 * own the machine can change no entry: its sockets are in a folder below, in which the server does nothing by a path.
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
   * Has what a start needs, and nothing that an earlier process of the machine left but its serial output and the
   * variables of its EFI firmware.
   * @param shared with a user of the machine's own, who is given the files when it starts
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
   * Has variables for EFI firmware: those that the machine left, else the ones of a new machine. Firmware does not start
   * with a part of them, such as a power failure or the machine itself may leave.
   */
  async prepareEfi(initial: string): Promise<void> {
    const path = this.file('efiVariables')
    const { size } = await stat(initial)
    const left = await lstat(path).catch(() => undefined)
    if (left?.isFile() && left.size === size) return
    await durable(path, await readFile(initial))
  }

  /** The layers that the run was given. Their links are the record of them, which another process reads again. */
  get layers(): ReadonlySet<string> {
    return this.#layers
  }

  /** Continues with the links that an earlier process has left. */
  async load(): Promise<void> {
    for (const name of await this.#links()) this.#layers.add(name)
  }

  /** Lets the machine open a layer; one that it writes it has to be given too, if it has a user of its own. */
  async link({ path }: Layer, use: 'write' | 'read', shared: boolean): Promise<void> {
    const target = join(this.path, basename(path))
    const linked = await lstat(target).catch(ifMissing(undefined))
    // A link that is there stays: without it a process that ends here leaves no record of what QEMU has open.
    if (linked?.ino !== (await stat(path)).ino) {
      await rm(target, { force: true })
      await link(path, target)
    }
    this.#layers.add(basename(path))
    if (!shared) return
    // It may have the group of a machine that wrote it before.
    await chown(target, process.getuid!(), process.getgid!())
    await chmod(target, use === 'write' ? 0o600 : 0o444)
  }

  /** Forgets layers, so that their space can be freed: those that were removed, or all when the run is over. */
  async unlink(isKept: (layer: string) => boolean = () => false): Promise<void> {
    for (const name of await this.#links()) {
      if (isKept(name)) continue
      await rm(join(this.path, name), { force: true })
      this.#layers.delete(name)
    }
  }

  /** A socket of the machine. @param owner as whom it runs */
  socket(name: SocketName, owner: () => number): MachineSocket {
    return socketIn(this.path, name, owner)
  }

  async #links(): Promise<string[]> {
    return (await readdir(this.path).catch(ifMissing<string[]>([]))).filter((name) => LAYER.test(name))
  }

  async #create(name: keyof typeof qemuFiles, content?: Uint8Array): Promise<void> {
    await using file = await open(this.file(name), 'a', 0o600)
    if (content) await file.writeFile(content)
  }
}
