import type { Layer } from '../volumes/chain-reader.ts'
import type { LiveCopy, OpenVolumes } from '../volumes/open-volumes.ts'
import type { Machine } from './lifecycle/machine.ts'

/** The volumes that machines have open. */
export class VolumesInUse implements OpenVolumes {
  readonly #machines: () => readonly Machine[]

  constructor(machines: () => readonly Machine[]) {
    this.#machines = machines
  }

  /** The machine that has a volume open. */
  holder(volumeId: string): Machine | undefined {
    return this.#machines().find(({ held }) => held?.volumeIds.includes(volumeId))
  }

  isOpen(volumeId: string): boolean {
    return this.holder(volumeId) !== undefined
  }

  isHeld(layer: string, besides: string | null): boolean {
    return this.#machines().some(
      (machine) => machine.hasLayer(layer) && (besides === null || !machine.held?.volumeIds.includes(besides)),
    )
  }

  async forgetLayers(isKnown: (layer: string) => boolean): Promise<void> {
    await Promise.all(this.#machines().map((machine) => machine.forgetLayers(isKnown)))
  }

  async continueOn(volumeId: string, chain: readonly Layer[]): Promise<void> {
    const machine = this.holder(volumeId)
    await machine?.guest.frozen(() => machine.disks.continueOn(volumeId, chain, machine.held?.user ?? null))
  }

  async flatten(volumeId: string, copy: LiveCopy): Promise<void> {
    await this.holder(volumeId)?.disks.flatten(volumeId, copy)
  }

  async merge(volumeId: string, copy: LiveCopy): Promise<void> {
    await this.holder(volumeId)?.disks.merge(volumeId, copy)
  }

  async endCopies(volumeId: string): Promise<void> {
    await this.holder(volumeId)?.disks.endCopies(volumeId)
  }
}
