import type { Layer } from './chain-reader.ts'

/** The volumes that running machines have open: what the driver asks of the machines about them. */
export interface OpenVolumes {
  /** Whether a machine has it open. Asked while the volume is locked: see `QemuVolumes.withChains`. */
  isOpen(volumeId: string): boolean
  /**
   * Makes its machine continue on the first layer of the chain, an empty overlay, at one moment: everything that the
   * machine wrote before is in the layers below. Resolves too when that is so already.
   */
  continueOn(volumeId: string, chain: readonly Layer[]): Promise<void>
  /** Copies everything from the layers below into the layer on which the machine writes, so that it has no backing. */
  flatten(volumeId: string): Promise<void>
}

/** No machine runs. */
export const NONE_OPEN: OpenVolumes = {
  isOpen: () => false,
  continueOn: () => Promise.reject(new Error('No machine has it open')),
  flatten: () => Promise.reject(new Error('No machine has it open')),
}
