import { DurableFiles } from '../../../../file-system/durable-files.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import type { Work } from '../../base/work.ts'
import type { Layer } from '../../volumes/chain-reader.ts'
import type { LiveCopy } from '../../volumes/open-volumes.ts'
import type { QemuFolder } from '../files/qemu-folder.ts'
import { layerOf } from '../order/machine-order.ts'
import { isLayerNode, layerNode, nodeName } from '../process/block-nodes.ts'
import { diskDevice } from '../process/command-line.ts'
import type { MachineProcesses } from '../process/machine-process.ts'
import type { QemuControl } from '../process/qemu-control.ts'
import { QmpError } from '../qmp/qmp-client.ts'
import type { MachineUser } from '../users/machine-user.ts'
import { BlockJobs } from './block-jobs.ts'

const mergeJob = (volumeId: string): string => `merge-${volumeId}`
const flattenJob = (volumeId: string) => `flatten-${volumeId}`

export interface LiveDisksParts {
  machineId: string
  qemu: QemuControl
  processes: MachineProcesses
  folder: QemuFolder
  work: Work
  /** User of the machine's process; null for the server's own user. */
  user(): MachineUser | null
}

/** The disks of a running machine. Work that an earlier process of the server left half done is found and continued. */
export class LiveDisks {
  readonly #parts: LiveDisksParts
  readonly #qemu: QemuControl
  readonly #jobs: BlockJobs

  constructor(parts: LiveDisksParts) {
    const { qemu, work } = parts
    this.#parts = parts
    this.#qemu = qemu
    this.#jobs = new BlockJobs({
      execute: (command, parameters) => qemu.execute(command, parameters),
      sleep: (ms) => work.sleep(ms),
      sync: (layer) => work.step(() => new DurableFiles().sync(layer.path)),
    })
  }

  /** Switches the machine to the first layer, an empty overlay. The layers below hold its content so far. */
  continueOn(volumeId: string, [overlay, ...below]: readonly Layer[], user: MachineUser | null): Promise<void> {
    return transiently(async () => {
      const present = await this.#nodeOf(volumeId)
      const next = nodeName(overlay!)
      if (present === next) return
      // Copies that an earlier process of the server started are still waiting for it.
      await this.endCopies(volumeId)
      // An overlay that was added before but not switched to. QEMU refuses to remove layers in use.
      if (below[0]) await this.#remove(nodeName(below[0]))
      await this.#link(overlay!, user)
      await this.#qemu.execute('blockdev-add', layerNode(overlay!, null, 'write'))
      try {
        await this.#qemu.execute('blockdev-snapshot', { node: present, overlay: next })
      } catch (error) {
        await this.#remove(next)
        throw error
      }
    })
  }

  /** Copies the content of the layers below one into it. */
  flatten(volumeId: string, copy: LiveCopy): Promise<void> {
    return this.#copy(volumeId, copy, [copy.at], () => this.#jobs.flatten(flattenJob(volumeId), copy))
  }

  /** Copies the content of one layer into the one below. */
  merge(volumeId: string, merge: LiveCopy): Promise<void> {
    const { at } = merge
    // The header of the layer above is written too. The machine has write access to the newest layer in any case.
    return this.#copy(volumeId, merge, [at + 1, ...(at > 1 ? [at - 1] : [])], () =>
      this.#jobs.commit(mergeJob(volumeId), merge),
    )
  }

  /** Cancels copies that an earlier process has left. */
  async endCopies(volumeId: string): Promise<void> {
    for (const job of [mergeJob(volumeId), flattenJob(volumeId)]) await this.#jobs.end(job)
  }

  /** @param written indexes of the layers that QEMU may write during the work */
  #copy(volumeId: string, { chain }: LiveCopy, written: number[], copy: () => Promise<void>): Promise<void> {
    const { folder, work } = this.#parts
    const user = this.#parts.user()
    const layers = written.map((at) => chain[at]!)
    return transiently(async () => {
      await this.#requireNewest(volumeId, chain)
      try {
        for (const layer of layers) await this.#link(layer, user)
        await copy()
        await this.#removeUnused()
      } finally {
        for (const layer of layers) await work.step(() => folder.link(layer, 'read', user !== null))
      }
    })
  }

  /** An overlay may have been created but not switched to, if a snapshot was interrupted. */
  async #requireNewest(volumeId: string, [newest]: readonly Layer[]): Promise<void> {
    if ((await this.#nodeOf(volumeId)) !== nodeName(newest!))
      throw new QmpError('The machine does not write the newest layer')
  }

  async #link(layer: Layer, user: MachineUser | null): Promise<void> {
    const { machineId: id, processes, folder, work } = this.#parts
    await work.step(() => folder.link(layer, 'write', user !== null))
    if (user !== null) await work.step(() => processes.giveLayer({ id, user, layer: layerOf(layer) }))
  }

  /** QEMU's node of the newest layer of a disk. */
  async #nodeOf(volumeId: string): Promise<string> {
    const devices = await this.#qemu.execute('query-block')
    const name = devices.find(({ qdev }) => qdev === diskDevice(volumeId))?.inserted?.['node-name']
    if (name === undefined) throw new QmpError(`The machine does not have the volume ${volumeId}`)
    return name
  }

  /** Makes QEMU close the layers that no disk needs. Their links stay, since a compromised QEMU may keep them open. */
  async #removeUnused(): Promise<void> {
    for (;;) {
      const nodes = await this.#qemu.execute('query-named-block-nodes', { flat: true })
      const names = nodes.map((node) => node['node-name']).filter(isLayerNode)
      let left = names.length
      for (const name of names) if (await this.#remove(name)) left--
      if (left === names.length) return
    }
  }

  /** Returns whether the layer was there and unused. */
  async #remove(node: string): Promise<boolean> {
    try {
      await this.#qemu.execute('blockdev-del', { 'node-name': node })
      return true
    } catch (error) {
      if (error instanceof QmpError && error.qemuClass !== undefined) return false
      throw error
    }
  }
}

/**
 * Runs work; a refusal by QEMU is `transient`, since a retry may succeed once the machine has stopped or answers again.
 */
async function transiently(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof QmpError)) throw error
    throw new PlatformError('transient', `The machine did not change its disk: ${error.message}`, error)
  }
}
